//! A call that a run made on a stub of the test.

use evoke_analysis::CallableId;

use crate::{ObservedValue, VariableRef};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct StubCall {
    /// The variable that holds the stub.
    pub stub: VariableRef,
    /// What was called.
    pub member: StubMember,
    /// What was given, as it was when the run was over; the test's own objects as [`ObservedValue::Same`].
    pub arguments: Vec<ObservedValue>,
    /// The inspector that made the call on a variable; `None` for the statements of the test.
    pub inspection: Option<(VariableRef, CallableId)>,
}

impl StubCall {
    /// Has it speak of other variables.
    pub fn map_references(&mut self, map: &impl Fn(VariableRef) -> VariableRef) {
        self.stub = map(self.stub);
        self.arguments.iter_mut().for_each(|argument| argument.map_references(map));
        if let Some((variable, _)) = &mut self.inspection {
            *variable = map(*variable);
        }
    }
}

/// A method of a stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StubMember {
    /// The one at this position of [`evoke_analysis::StubType::methods`].
    Implemented(usize),
    /// The one at this position of [`evoke_analysis::StubType::defaults`].
    Default(usize),
}
