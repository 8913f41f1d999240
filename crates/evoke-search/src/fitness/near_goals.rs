//! The guiding goals a run came nearer to than a run of nothing would: a small part of all goals of a large class, since goals of
//! methods that were not entered are as far as can be. What searches keep that look at all goals of every test.

use evoke_analysis::{ClassUnderTest, GoalId};
use evoke_testcase::ExecutionTrace;

use super::fitness_functions::FitnessFunctions;
use super::trace_index::TraceIndex;
use crate::GuidingGoals;

/// A goal with the fitness of a run for it.
pub(crate) type NearGoal = (GoalId, f64);

/// Finds near goals of one class.
pub(crate) struct NearGoals<'a> {
    functions: FitnessFunctions<'a>,
    index: TraceIndex,
    /// By goal: the fitness of a run of nothing.
    farthest: Vec<f64>,
    /// By method: guiding goals whose place is in it.
    goals_in: Vec<Vec<GoalId>>,
}

impl<'a> NearGoals<'a> {
    pub(crate) fn new(class: &'a ClassUnderTest, guides: &GuidingGoals) -> Self {
        let functions = FitnessFunctions::new(class);
        let mut index = TraceIndex::new(class);
        let nothing = ExecutionTrace::default();
        let empty = index.index(&nothing);
        let farthest = class.goals.iter().map(|goal| functions.fitness(goal.id, &empty)).collect();
        let mut goals_in = vec![Vec::new(); class.methods.len()];
        for goal in class.goals.iter().filter(|goal| guides.contains(goal.id)) {
            goals_in[class.method_of(&goal.kind).index()].push(goal.id);
        }
        Self { functions, index, farthest, goals_in }
    }

    /// By goal: the fitness of a run of nothing.
    pub(crate) fn farthest(&self) -> &[f64] {
        &self.farthest
    }

    /// The near goals of a run, by method, then goal.
    pub(crate) fn of(&mut self, trace: &ExecutionTrace) -> Vec<NearGoal> {
        let indexed = self.index.index(trace);
        let goals = trace.methods.iter().flat_map(|method| &self.goals_in[method.index()]);
        goals
            .map(|goal| (*goal, self.functions.fitness(*goal, &indexed)))
            .filter(|(goal, fitness)| *fitness < self.farthest[goal.index()])
            .collect()
    }

    /// The fitness of a run for one goal.
    pub(crate) fn fitness(&mut self, goal: GoalId, trace: &ExecutionTrace) -> f64 {
        let indexed = self.index.index(trace);
        self.functions.fitness(goal, &indexed)
    }
}
