//! Goals of exception coverage: nobody knows them beforehand, so each is made when a test first covers it.

use std::collections::BTreeMap;

use evoke_analysis::{ClassUnderTest, Criterion, EscapedException, Goal, GoalId, GoalKind};

/// The exceptions seen so far; their goals are numbered from the class's last goal on.
#[derive(Clone, Debug)]
pub(crate) struct ExceptionGoals {
    first: u32,
    ids: BTreeMap<EscapedException, GoalId>,
    goals: Vec<Goal>,
}

impl ExceptionGoals {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        Self { first: class.n_goals() as u32, ids: BTreeMap::new(), goals: Vec::new() }
    }

    /// The goal of an exception, made if it is new.
    pub(crate) fn goal_of(&mut self, exception: &EscapedException, class: &ClassUnderTest) -> GoalId {
        if let Some(id) = self.ids.get(exception) {
            return *id;
        }
        let id = GoalId(self.first + self.goals.len() as u32);
        self.ids.insert(exception.clone(), id);
        let name = exception.goal_name(&class.methods[exception.method.index()].source_name);
        let kind = GoalKind::Exception(exception.clone());
        self.goals.push(Goal { id, criterion: Criterion::Exception, kind, name });
        id
    }

    /// Number of exceptions seen.
    pub(crate) fn len(&self) -> usize {
        self.goals.len()
    }

    /// All goals made, in the order of their ids.
    pub(crate) fn into_goals(self) -> Vec<Goal> {
        self.goals
    }
}
