//! An object that the test implements itself: what its methods give.

use evoke_analysis::StubId;
use serde::{Deserialize, Serialize};

use crate::{Arguments, VariableRef};

/// An instance of an interface or abstract class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubInstance {
    /// What is implemented.
    pub stub: StubId,
    /// One variable a parameter of the superclass's constructor.
    pub arguments: Arguments,
    /// What the methods give, one for each of [`evoke_analysis::StubType::giving_methods`].
    pub returns: Vec<StubReturn>,
}

/// What a method of a stub gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StubReturn {
    /// Always this value.
    Variable(VariableRef),
    /// The argument at this position.
    Parameter(u8),
    /// `(a * x + b) * x + c` of the argument `x`, which is a `double` like the result.
    Polynomial {
        /// Position of the argument.
        parameter: u8,
        /// `a`, `b` and `c`. The quadratic term is left out if `a` is 0.
        coefficients: [f64; 3],
    },
    /// Nothing: it throws a new [`evoke_analysis::StubMethod::thrown`].
    Throw,
}

impl StubInstance {
    /// The variables it reads: arguments, then values that methods give.
    pub fn references(&self) -> impl Iterator<Item = VariableRef> {
        let returned = self.returns.iter().filter_map(|returned| match returned {
            StubReturn::Variable(variable) => Some(*variable),
            StubReturn::Parameter(_) | StubReturn::Polynomial { .. } | StubReturn::Throw => None,
        });
        self.arguments.iter().copied().chain(returned)
    }

    /// Replaces every variable it reads.
    pub(crate) fn map_references(&mut self, mut map: impl FnMut(VariableRef) -> VariableRef) {
        for argument in &mut self.arguments {
            *argument = map(*argument);
        }
        for returned in &mut self.returns {
            if let StubReturn::Variable(variable) = returned {
                *variable = map(*variable);
            }
        }
    }
}
