//! A type that a test can implement itself, as data: its constructor and the methods that have to be written.

use evoke_classfile::{ClassName, MethodDescriptor};

use crate::{CallableId, StubId, TypeId, TypeTable};

/// A type as a test can implement it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubType {
    /// Its position in [`crate::TestCluster::stubs`].
    pub id: StubId,
    /// The type of an instance, without wildcards at the top.
    pub ty: TypeId,
    /// The interface or class.
    pub class: ClassName,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether a lambda can implement it.
    pub is_functional: bool,
    /// Parameters of the superclass's constructor.
    pub parameters: Vec<TypeId>,
    /// Erased descriptor of that constructor; `()V` for interfaces.
    pub constructor_descriptor: String,
    /// What the constructor declares to throw.
    pub exceptions: Vec<ClassName>,
    /// The methods to implement, and those that can be.
    pub methods: Vec<StubMethod>,
    /// What an interface implements itself.
    pub defaults: Vec<DefaultMethod>,
}

/// A method that an interface implements, and that an implementation of it may leave as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultMethod {
    /// Its name.
    pub name: String,
    /// Its erased descriptor.
    pub descriptor: MethodDescriptor,
    /// What it declares to throw.
    pub exceptions: Vec<ClassName>,
}

/// A method as its implementation declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubMethod {
    /// Its name.
    pub name: String,
    /// Erased descriptors under which it is called: more than one where `javac` would add bridges.
    pub descriptors: Vec<String>,
    /// Types of its parameters.
    pub parameters: Vec<TypeId>,
    /// Names of the parameters where known.
    pub parameter_names: Vec<Option<String>>,
    /// What it gives.
    pub return_type: TypeId,
    /// What it can throw: first a declared exception, else an unchecked one; then those that code under test catches or asks for, as far as it
    /// may throw them. What gives nothing throws only what code under test catches.
    pub thrown: Vec<StubException>,
    /// What it declares to throw.
    pub exceptions: Vec<ClassName>,
    /// What its implementation may call on its arguments.
    pub callbacks: Vec<PossibleCallback>,
    /// Whether its implementation is written with erased types: it has type parameters of its own, or was declared without
    /// type arguments, so that `Class<?>` would not override its `Class`.
    pub is_generic: bool,
    /// Whether it need not be implemented: code that code under test calls of its own class, which a subclass can change.
    pub is_optional: bool,
}

/// An exception that a stub can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubException {
    /// Its class.
    pub class: ClassName,
    /// Whether its constructor takes a text, which is empty then, and nothing else.
    pub takes_text: bool,
}

impl From<&str> for StubException {
    /// One whose constructor takes nothing.
    fn from(class: &str) -> Self {
        Self { class: class.into(), takes_text: false }
    }
}

/// A call that the implementation of a method may make on one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PossibleCallback {
    /// Position of the argument.
    pub parameter: u8,
    /// What is called on it. It declares no checked exception that the method does not declare.
    pub callable: CallableId,
}

/// What methods begin with that give something and still are called for what they do.
const COMMANDS: [&str; 81] = [
    "add",
    "append",
    "approve",
    "assign",
    "book",
    "cancel",
    "charge",
    "commit",
    "connect",
    "create",
    "decrement",
    "delete",
    "deposit",
    "disable",
    "dispatch",
    "emit",
    "enable",
    "enqueue",
    "execute",
    "fire",
    "grant",
    "handle",
    "increment",
    "insert",
    "invoke",
    "issue",
    "log",
    "lock",
    "merge",
    "move",
    "notify",
    "offer",
    "open",
    "pay",
    "persist",
    "post",
    "print",
    "process",
    "publish",
    "push",
    "put",
    "raise",
    "refund",
    "register",
    "reject",
    "release",
    "remove",
    "rename",
    "replace",
    "report",
    "request",
    "reserve",
    "reset",
    "resume",
    "revoke",
    "roll",
    "save",
    "schedule",
    "send",
    "set",
    "ship",
    "show",
    "sign",
    "start",
    "stop",
    "store",
    "submit",
    "subscribe",
    "suspend",
    "switch",
    "transfer",
    "trigger",
    "unlock",
    "unregister",
    "unsubscribe",
    "update",
    "upload",
    "upsert",
    "visit",
    "withdraw",
    "write",
];

impl StubMethod {
    /// Whether it is called to do something rather than to tell something: it gives nothing, or its name says so.
    pub fn is_command(&self) -> bool {
        let begins_with = |verb: &&str| {
            let rest = self.name.strip_prefix(verb);
            rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        };
        !self.gives() || COMMANDS.iter().any(begins_with)
    }

    /// Whether it gives something.
    pub fn gives(&self) -> bool {
        self.return_type != TypeTable::VOID
    }

    /// Whether an instance says how it ends: it gives something, or can throw.
    pub fn is_decided(&self) -> bool {
        self.gives() || !self.thrown.is_empty()
    }
}

impl StubType {
    /// The methods of which an instance says how they end, in order.
    pub fn decided_methods(&self) -> impl Iterator<Item = &StubMethod> {
        self.methods.iter().filter(|method| method.is_decided())
    }

    /// Their positions among all methods.
    pub fn decided_positions(&self) -> impl Iterator<Item = usize> {
        (0..self.methods.len()).filter(|position| self.methods[*position].is_decided())
    }

    /// Where the method at a position is among those, if it is one of them.
    pub fn place_among_decided(&self, position: usize) -> Option<usize> {
        let is_one = self.methods.get(position)?.is_decided();
        is_one.then(|| self.methods[..position].iter().filter(|method| method.is_decided()).count())
    }
}
