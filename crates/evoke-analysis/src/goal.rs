//! Coverage goals as data (`docs/algorithms.md` names the criteria's sources).

use std::fmt;

use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::named_enum;
use crate::{ContextId, GoalId, LineId, MethodId, MutantId, PartId, PredicateId};

named_enum! {
    /// A coverage criterion: a set of goals for a class.
    pub enum Criterion: "criterion" {
        /// Both outcomes of every conditional jump, every switch case and default, entry of every branchless method.
        Branch = "branch",
        /// The same in methods that a test can call, within a call that the test itself made.
        DirectBranch = "direct-branch",
        /// Every line with code.
        Line = "line",
        /// Every mutant reached in a state in which it behaves differently.
        WeakMutation = "weak-mutation",
        /// Every mutant noticed: something that a test can see comes out otherwise on it.
        StrongMutation = "strong-mutation",
        /// Every callable method and constructor called by a statement of the test.
        TopLevelMethod = "top-level-method",
        /// The same, and the call returned.
        NoExceptionTopLevelMethod = "no-exception-top-level-method",
        /// Exceptions thrown out of calls on the class, found during the search.
        Exception = "exception",
        /// Every part of the partition of what a method returns.
        Output = "output",
        /// Every part of the partitions of what a method is given.
        Input = "input",
        /// Every method entered.
        Method = "method",
        /// Both outcomes of every condition, once for each call in the class that leads to its method.
        ContextBranch = "cbranch",
        /// Every pair of a branch that leads to a call of another class and a branch that the call may reach.
        CoupledBranch = "coupled-branch",
    }
}

/// Result of a predicate. `True` is the bytecode jump being taken, or the switch key matching the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// Jump taken; case matched.
    True,
    /// Fell through; case not matched.
    False,
}

/// One thing to cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Its position in [`crate::ClassUnderTest::goals`].
    pub id: GoalId,
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// What must happen.
    pub kind: GoalKind,
    /// What a user sees: `Fraction.java:142 denominator == 0`.
    pub name: String,
}

/// What covers a goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GoalKind {
    /// The predicate came out this way.
    Branch(PredicateId, Outcome),
    /// The method was entered.
    MethodEntry(MethodId),
    /// The line was run.
    Line(LineId),
    /// The predicate came out this way in an activation that was called from the context.
    BranchIn(ContextId, PredicateId, Outcome),
    /// The method was entered by a call from the context.
    EntryIn(ContextId, MethodId),
    /// The mutant was reached and its infection distance was 0.
    Mutant(MutantId),
    /// The test, run on the mutant, showed something else that a test can see: a value, how it ends, or that it does not.
    Kill(MutantId),
    /// A statement of the test called the method.
    Call(MethodId),
    /// A statement of the test called the method, and it returned.
    Return(MethodId),
    /// This was thrown out of a call that the test made.
    Exception(EscapedException),
    /// A call of the test passed or returned a value of this part.
    ValuePart(PartId),
    /// A caller took a branch, and a call that it leads to took one of the callee.
    Coupled(Box<CoupledBranch>),
}

/// One way that a predicate of a callee may come out.
pub type CalleeBranch = (PredicateId, Outcome);

/// A branch of a caller and one of a callee, taken by one test, the latter in a call from certain sites.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CoupledBranch {
    /// What the caller does: [`GoalKind::Branch`] or [`GoalKind::MethodEntry`].
    pub caller: GoalKind,
    /// What the callee does.
    pub callee: CalleeBranch,
    /// Where the call comes from: any of these, ascending.
    pub contexts: Vec<ContextId>,
}

/// An exception as exception coverage tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EscapedException {
    /// The method of the class under test that the test called.
    pub method: MethodId,
    /// Class of the exception.
    pub class: ClassName,
    /// Why it was thrown.
    pub cause: ExceptionCause,
}

/// Why an exception left a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ExceptionCause {
    /// The method declares it, or a superclass of it.
    Declared,
    /// Code of the class under test has a `throw` that threw it.
    Explicit,
    /// Anything else: the JVM or a library threw it.
    Implicit,
}

impl Criterion {
    /// The eight of the original combination, `default` on the command line.
    pub const ORIGINAL_COMBINATION: [Self; 8] = [
        Self::Branch,
        Self::DirectBranch,
        Self::Line,
        Self::WeakMutation,
        Self::TopLevelMethod,
        Self::NoExceptionTopLevelMethod,
        Self::Exception,
        Self::Output,
    ];

    /// Whether its goals are those of a class, and not of the way in which two classes work together.
    pub fn is_of_one_class(self) -> bool {
        self != Self::CoupledBranch
    }

    /// Whether a run of a test on the class shows which of its goals the test covers. Else runs on mutants do.
    pub fn is_seen_on_the_original(self) -> bool {
        self != Self::StrongMutation
    }

    /// What covers its goals, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Branch => {
                "both outcomes of every condition, every switch case, entry of branchless methods"
            }
            Self::DirectBranch => "the same, within a call that the test itself makes",
            Self::Line => "every line with code",
            Self::WeakMutation => "every mutant reached in a state where it behaves differently",
            Self::StrongMutation => {
                "every mutant noticed: a value that can be asserted, or how the test ends, differs on it"
            }
            Self::TopLevelMethod => "every callable method and constructor, called by the test itself",
            Self::NoExceptionTopLevelMethod => "the same, and the call returns",
            Self::Exception => "exceptions that leave calls on the class, as the search finds them",
            Self::Output => "every part of the values that a method can return",
            Self::Input => "every part of the values that a method can be given",
            Self::Method => "every method entered, by whatever path",
            Self::ContextBranch => {
                "the branches of every method, once for each place in the class that calls it"
            }
            Self::CoupledBranch => {
                "pairs of a branch that leads to a call of another class and one that the call reaches"
            }
        }
    }
}

impl Goal {
    /// What the names of goals of noticing a mutant end in, after the name of the mutant.
    pub const NOTICED: &'static str = " (noticed)";
}

impl EscapedException {
    /// What users call the goal, given what they call the method.
    pub fn goal_name(&self, method: &str) -> String {
        format!("{method} throws {} ({})", self.class.binary(), self.cause)
    }
}

impl fmt::Display for ExceptionCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Declared => "declared",
            Self::Explicit => "explicit",
            Self::Implicit => "implicit",
        })
    }
}

impl Outcome {
    /// The other outcome.
    pub fn negated(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
        }
    }
}
