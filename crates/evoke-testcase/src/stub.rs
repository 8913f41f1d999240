//! An object that the test implements itself: what its methods give, and what they call on what they are given.

use evoke_analysis::{CallableId, PossibleCallback, StubId, StubMethod, StubType};
use serde::{Deserialize, Serialize};

use crate::{Arguments, VariableRef};

/// An instance of an interface or abstract class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubInstance {
    /// What is implemented.
    pub stub: StubId,
    /// One variable a parameter of the superclass's constructor.
    pub arguments: Arguments,
    /// What the methods give, or how they end that give nothing, one for each of [`evoke_analysis::StubType::decided_methods`].
    pub returns: Vec<StubReturn>,
    /// What the methods call first, by method.
    pub callbacks: Vec<StubCallback>,
}

/// A call that a method makes on one of its arguments before it gives what it gives, the first [`MAX_CALLBACKS`] times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubCallback {
    /// Position of the method in [`evoke_analysis::StubType::methods`].
    pub method: u8,
    /// Position of the argument.
    pub parameter: u8,
    /// What is called on it.
    pub callable: CallableId,
    /// One variable a parameter of the callable.
    pub arguments: Arguments,
}

/// Calls that a method of a stub makes on its arguments in all: what it calls may call it again.
pub const MAX_CALLBACKS: u8 = 3;

/// Values that a method gives one after the other: enough for a loop that runs more than once and ends.
pub const N_SUCCESSIVE: usize = 4;

/// What a method of a stub gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StubReturn {
    /// Always this value.
    Variable(VariableRef),
    /// One after the other, the last of them from then on.
    Successive([VariableRef; N_SUCCESSIVE]),
    /// What a field of its type holds at first: 0, `false` or `null`; nothing, if it is `void`.
    Default,
    /// The argument at this position.
    Parameter(u8),
    /// `(a * x + b) * x + c` of the argument `x`, which is a `double` like the result.
    Polynomial {
        /// Position of the argument.
        parameter: u8,
        /// `a`, `b` and `c`. The quadratic term is left out if `a` is 0.
        coefficients: [f64; 3],
    },
    /// Nothing: it throws a new one of [`evoke_analysis::StubMethod::thrown`], that at this position.
    Throw(u8),
    /// What the type's own method gives, which is not overridden; for a method that is optional.
    Inherited,
}

impl StubInstance {
    /// The variables it reads: arguments, then values that methods give, then arguments of what they call.
    pub fn references(&self) -> impl Iterator<Item = VariableRef> {
        let returned = self.returns.iter().flat_map(StubReturn::variables).copied();
        let passed_back = self.callbacks.iter().flat_map(|callback| &callback.arguments).copied();
        self.arguments.iter().copied().chain(returned).chain(passed_back)
    }

    /// The commands that it implements, by their positions in [`StubType::methods`].
    pub fn commands<'s>(&'s self, stub: &'s StubType) -> impl Iterator<Item = (usize, &'s StubMethod)> {
        let mut returns = self.returns.iter();
        let is_implemented = move |(_, method): &(usize, &StubMethod)| {
            !method.is_decided() || returns.next() != Some(&StubReturn::Inherited)
        };
        stub.methods.iter().enumerate().filter(is_implemented).filter(|(_, method)| method.is_command())
    }

    /// Whether a lambda can do what it does: what gives one value after the other, or calls something, has to count.
    pub fn can_be_lambda(&self, stub: &StubType) -> bool {
        stub.is_functional
            && self.callbacks.is_empty()
            && stub.decided_methods().zip(&self.returns).all(|(method, returned)| match returned {
                StubReturn::Inherited => true,
                returned => !method.is_optional && !matches!(returned, StubReturn::Successive(_)),
            })
    }

    /// Replaces every variable it reads.
    pub(crate) fn map_references(&mut self, mut map: impl FnMut(VariableRef) -> VariableRef) {
        for argument in &mut self.arguments {
            *argument = map(*argument);
        }
        for variable in self.returns.iter_mut().flat_map(StubReturn::variables_mut) {
            *variable = map(*variable);
        }
        for argument in self.callbacks.iter_mut().flat_map(|callback| &mut callback.arguments) {
            *argument = map(*argument);
        }
    }
}

impl StubReturn {
    /// The variables that are given, in order.
    pub fn variables(&self) -> &[VariableRef] {
        match self {
            Self::Variable(variable) => std::slice::from_ref(variable),
            Self::Successive(variables) => variables,
            Self::Default
            | Self::Parameter(_)
            | Self::Polynomial { .. }
            | Self::Throw(_)
            | Self::Inherited => &[],
        }
    }

    fn variables_mut(&mut self) -> &mut [VariableRef] {
        match self {
            Self::Variable(variable) => std::slice::from_mut(variable),
            Self::Successive(variables) => variables,
            Self::Default
            | Self::Parameter(_)
            | Self::Polynomial { .. }
            | Self::Throw(_)
            | Self::Inherited => &mut [],
        }
    }
}

impl StubCallback {
    /// The call, whatever its arguments.
    pub fn call(&self) -> PossibleCallback {
        PossibleCallback { parameter: self.parameter, callable: self.callable }
    }
}
