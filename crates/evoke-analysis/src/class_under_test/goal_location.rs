//! Where goals are: the method each is about, and the branches that decide whether a run gets to it.

use crate::{
    ClassUnderTest, ControlDependence, GoalKind, MethodId, MethodUnderTest, PartId, PredicateId, ValueDomain,
};

impl ClassUnderTest {
    /// The method that a goal is about.
    pub fn method_of(&self, goal: &GoalKind) -> MethodId {
        match goal {
            GoalKind::Branch(predicate, _) | GoalKind::BranchIn(_, predicate, _) => {
                self.predicates[predicate.index()].method
            }
            GoalKind::Line(line) => self.lines[line.index()].method,
            GoalKind::Mutant(mutant) | GoalKind::Kill(mutant) => self.mutants[mutant.index()].method,
            GoalKind::MethodEntry(method)
            | GoalKind::EntryIn(_, method)
            | GoalKind::Call(method)
            | GoalKind::Return(method) => *method,
            GoalKind::Exception(exception) => exception.method,
            GoalKind::ValuePart(part) => self.domain_of(*part).method,
            GoalKind::Coupled(coupled) => self.method_of(&coupled.caller),
        }
    }

    /// The class initialiser that a goal is in, if it is in one.
    pub fn initializer_of(&self, goal: &GoalKind) -> Option<&MethodUnderTest> {
        let method = &self.methods[self.method_of(goal).index()];
        method.is_class_initializer().then_some(method)
    }

    /// The control dependences of a goal's place; empty if entering its method is enough to get there.
    pub fn dependences_of(&self, goal: &GoalKind) -> &[ControlDependence] {
        match goal {
            GoalKind::Branch(predicate, _) | GoalKind::BranchIn(_, predicate, _) => {
                &self.predicates[predicate.index()].dependences
            }
            GoalKind::Line(line) => &self.lines[line.index()].dependences,
            GoalKind::Mutant(mutant) | GoalKind::Kill(mutant) => &self.mutants[mutant.index()].dependences,
            GoalKind::MethodEntry(_)
            | GoalKind::EntryIn(..)
            | GoalKind::Call(_)
            | GoalKind::Return(_)
            | GoalKind::Exception(_)
            | GoalKind::ValuePart(_)
            | GoalKind::Coupled(_) => &[],
        }
    }

    /// The predicate that a goal is about.
    pub fn predicate_of(&self, goal: &GoalKind) -> Option<PredicateId> {
        match goal {
            GoalKind::Branch(predicate, _) | GoalKind::BranchIn(_, predicate, _) => Some(*predicate),
            _ => None,
        }
    }

    /// The domain that a part belongs to.
    pub fn domain_of(&self, part: PartId) -> &ValueDomain {
        let after = self.value_domains.partition_point(|domain| domain.first_part <= part);
        &self.value_domains[after - 1]
    }
}
