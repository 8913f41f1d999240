//! The syntax tree of a symbolic test: statements with names where a [`crate::Statement`] has ids of a cluster.
//!
//! Names are borrowed from the text or from the cluster where they can be. Variables are already positions.

use std::borrow::Cow;

use evoke_analysis::CallableKind;

use crate::{Arguments, StubReturn, Value, VariableRef};

/// A statement, and whether it gives its result a name.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) is_named: bool,
    pub(super) action: Action<'a>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(super) enum Action<'a> {
    /// A literal that needs no type.
    Value(Value),
    /// `null` of a type.
    Null(Cow<'a, str>),
    /// A class literal of a type.
    Class(Cow<'a, str>),
    Invoke {
        member: MemberName<'a>,
        receiver: Option<VariableRef>,
        arguments: Arguments,
    },
    NewArray {
        array_type: Cow<'a, str>,
        length: u32,
    },
    Stub {
        stub: StubName<'a>,
        arguments: Arguments,
        returns: Vec<(MethodName<'a>, StubReturn)>,
        callbacks: Vec<Callback<'a>>,
    },
    WriteElement {
        array: VariableRef,
        index: u32,
        value: VariableRef,
    },
}

/// What makes two callables the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemberName<'a> {
    pub(super) kind: CallableKind,
    pub(super) is_static: bool,
    /// Internal name of the class.
    pub(super) owner: Cow<'a, str>,
    /// `<init>` of every constructor.
    pub(super) name: Cow<'a, str>,
    /// Erased.
    pub(super) descriptor: Cow<'a, str>,
    /// The signature of its types, where it says more than the descriptor.
    pub(super) signature: Option<Cow<'a, str>>,
    /// The signature of the receiver's type, where it is not the plain class.
    pub(super) receiver_type: Option<Cow<'a, str>>,
}

/// What makes two stubs the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct StubName<'a> {
    /// The signature of the type implemented.
    pub(super) ty: Cow<'a, str>,
    /// Erased descriptor of the superclass's constructor.
    pub(super) constructor: Cow<'a, str>,
}

/// A method of a stub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MethodName<'a> {
    pub(super) name: Cow<'a, str>,
    /// Erased.
    pub(super) descriptor: Cow<'a, str>,
}

/// What a method of a stub calls on one of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Callback<'a> {
    pub(super) method: MethodName<'a>,
    /// Position of the argument.
    pub(super) parameter: u8,
    pub(super) member: MemberName<'a>,
    pub(super) arguments: Arguments,
}

/// What every constructor is called.
pub(super) const CONSTRUCTOR: &str = "<init>";
