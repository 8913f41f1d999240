//! The class under test as tables: its methods, branches and lines, and the goals over them.

mod analysis;
mod call_goals;
mod context_blocks;
mod goal_location;
mod initializer_extent;
#[cfg(test)]
mod tests;

use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::{
    CallContext, ControlDependence, Coupling, Criterion, Goal, GoalId, GoalKind, LineId, MethodId, Mutant,
    MutantId, Predicate, PredicateId, PredicateKind, ValueDomain,
};

pub use initializer_extent::InitializerExtent;

/// A class with its nested, local and anonymous classes, ready to be instrumented and searched.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ClassUnderTest {
    /// The class first, then what is nested in it, sorted.
    pub classes: Vec<ClassName>,
    /// Methods with code, in class and file order; indexed by [`MethodId`].
    pub methods: Vec<MethodUnderTest>,
    /// Predicates in method and code order; indexed by [`PredicateId`]. Those of one switch are
    /// contiguous: cases by ascending key, then the default.
    pub predicates: Vec<Predicate>,
    /// Predicates in loops: one activation of their method may reach them again. Ascending.
    pub loop_branches: Vec<PredicateId>,
    /// Lines by method, then number; indexed by [`LineId`].
    pub lines: Vec<Line>,
    /// By method: the methods of the class that its code may call, ascending.
    pub callees: Vec<Vec<MethodId>>,
    /// Mutants by method and offset, if weak mutation is asked for; indexed by [`crate::MutantId`].
    pub mutants: Vec<Mutant>,
    /// What input and output coverage look at, by method; their parts are numbered through.
    pub value_domains: Vec<ValueDomain>,
    /// Where the calls come from that activations are told apart by, if a criterion asks for it; indexed by [`crate::ContextId`].
    pub contexts: Vec<CallContext>,
    /// The criteria asked for, in the order of [`Criterion::ALL`].
    pub criteria: Vec<Criterion>,
    /// Goals of the criteria asked for; indexed by [`crate::GoalId`].
    pub goals: Vec<Goal>,
    /// The classes whose members tests call, if these are not all of them.
    pub called: Vec<ClassName>,
    /// Whether it has code that runs only where `assert` is checked.
    pub has_assertions: bool,
    /// The coupled branches, where this is a pair of classes; their goals come after the others.
    pub coupling: Option<Coupling>,
}

/// A method with code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodUnderTest {
    /// Its position in [`ClassUnderTest::methods`].
    pub id: MethodId,
    /// Declaring class.
    pub class: ClassName,
    /// Its name, `<init>` and `<clinit>` included.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What a user calls it: `Fraction.add(Fraction)`.
    pub source_name: String,
    /// Flags of the declaration.
    pub access_flags: u16,
    /// Whether it has goals of its own: not synthetic, not a bridge, not written by `javac`.
    pub has_goals: bool,
}

/// A line of a method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Its position in [`ClassUnderTest::lines`].
    pub id: LineId,
    /// The method whose code it is.
    pub method: MethodId,
    /// Its number in the source file.
    pub number: u16,
    /// Control dependences of the blocks it starts in, one set for all; empty if the method's entry alone decides.
    pub dependences: Vec<ControlDependence>,
    /// Of the basic blocks whose last line it is, the lines of the longest; 0 if it is the last of none.
    pub ends_block_of: u16,
}

impl MethodUnderTest {
    /// Whether it is a class initialiser, which runs once in a JVM: with the first test that needs its class.
    pub fn is_class_initializer(&self) -> bool {
        self.name == "<clinit>"
    }
}

impl ClassUnderTest {
    /// The class the run is about.
    pub fn name(&self) -> Option<&ClassName> {
        self.classes.first()
    }

    /// The classes whose members tests call.
    pub fn called_classes(&self) -> &[ClassName] {
        if self.called.is_empty() { &self.classes } else { &self.called }
    }

    /// Number of goals: those listed, and after them the coupled branches.
    pub fn n_goals(&self) -> usize {
        self.goals.len() + self.coupling.as_ref().map_or(0, Coupling::len)
    }

    /// The number of a coupled branch, if the goal is one.
    pub fn coupled(&self, goal: GoalId) -> Option<(&Coupling, u32)> {
        let number = goal.index().checked_sub(self.goals.len())?;
        let coupling = self.coupling.as_ref()?;
        (number < coupling.len()).then_some((coupling, number as u32))
    }

    /// Whether goals of the criterion are asked for.
    pub fn asks_for(&self, criterion: Criterion) -> bool {
        self.criteria.contains(&criterion)
    }

    /// Whether it is to be covered by goals that are about mutants.
    pub(crate) fn asks_for_mutants(&self) -> bool {
        self.asks_for(Criterion::WeakMutation) || self.asks_for(Criterion::StrongMutation)
    }

    /// The goals of noticing mutants, each with its mutant; ascending.
    pub fn kill_goals(&self) -> impl Iterator<Item = (GoalId, MutantId)> {
        self.goals.iter().filter_map(|goal| match goal.kind {
            GoalKind::Kill(mutant) => Some((goal.id, mutant)),
            _ => None,
        })
    }

    /// Number of parts of all value domains.
    pub fn n_parts(&self) -> usize {
        self.value_domains
            .last()
            .map_or(0, |domain| domain.first_part.index() + domain.partition.parts().len())
    }

    /// Every switch: its first branch and its keys in ascending order. The branches of the keys are
    /// contiguous from the first one; the default's follows.
    pub fn switches(&self) -> Vec<(PredicateId, Vec<i32>)> {
        let mut switches = Vec::new();
        let mut open: Option<(PredicateId, Vec<i32>)> = None;
        for predicate in &self.predicates {
            match predicate.kind {
                PredicateKind::SwitchCase(key) => open.get_or_insert((predicate.id, Vec::new())).1.push(key),
                PredicateKind::SwitchDefault => {
                    switches.push(open.take().unwrap_or((predicate.id, Vec::new())));
                }
                PredicateKind::Jump(_) => {}
            }
        }
        switches
    }
}
