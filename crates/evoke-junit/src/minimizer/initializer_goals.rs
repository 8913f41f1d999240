//! Goals in class initialisers. They run once in a JVM, so that the first test that came near covers them and no other
//! one can show that it does too; yet in a fresh JVM any test would that gets the class initialised.

use std::collections::BTreeMap;

use evoke_analysis::{ClassUnderTest, GoalId, MethodId, MethodUnderTest};

/// By goal in a class initialiser: the other methods of its class, none of which can run before it, ascending.
#[derive(Clone, Debug, Default)]
pub struct InitializerGoals {
    pub(super) entered_after: BTreeMap<GoalId, Vec<MethodId>>,
}

impl InitializerGoals {
    /// Those of a class under test.
    pub fn of(class: &ClassUnderTest) -> Self {
        let mut entered_after = BTreeMap::new();
        for goal in &class.goals {
            if let Some(initializer) = class.initializer_of(&goal.kind) {
                let is_other = |method: &&MethodUnderTest| {
                    method.class == initializer.class && method.id != initializer.id
                };
                let others = class.methods.iter().filter(is_other).map(|method| method.id).collect();
                entered_after.insert(goal.id, others);
            }
        }
        Self { entered_after }
    }

    /// Whether a run that entered these methods, ascending, would cover the goal in a fresh JVM.
    pub(super) fn is_implied(&self, goal: GoalId, entered: &[MethodId]) -> bool {
        let others = self.entered_after.get(&goal).map_or(&[][..], Vec::as_slice);
        others.iter().any(|method| entered.binary_search(method).is_ok())
    }
}
