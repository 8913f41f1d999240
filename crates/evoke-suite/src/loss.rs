//! What became of goals whose test was given up on the way from the archive to a suite.

use std::fmt;

use evoke_analysis::GoalId;
use evoke_classfile::ClassName;
use evoke_testcase::AbortReason;
use serde::{Deserialize, Serialize};

/// Goals that were covered by a test that is no longer there, or that covers them no longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// What the test covered and no longer does, ascending. Another test may cover some of it too.
    pub goals: Vec<GoalId>,
    /// Why the test was given up.
    pub reason: LossReason,
}

/// Why a test was given up, or some of what it covered. Displayed as a sentence about a goal: "it was covered once, but …".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossReason {
    /// A later run of it was stopped.
    Stopped(AbortReason),
    /// A run in other surroundings ended otherwise: the class of what was thrown first and then, `None` where nothing was.
    EndsDifferently(Option<ClassName>, Option<ClassName>),
    /// It and others could not both be kept: one changes static state that another needs as it is at first.
    OrderDependent,
    /// What ended it is that the JVM keeps reflection from a class, which other options and versions do not.
    Encapsulation,
    /// No run in other surroundings covered it, though the test ended as before.
    NotCovered,
    /// The deadline came before it could be run again.
    OutOfTime,
}

impl fmt::Display for LossReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what_happened = match self {
            Self::Stopped(AbortReason::Steps) => "its test went beyond the step budget when it was run again",
            Self::Stopped(AbortReason::Time) => "its test took too long when it was run again",
            Self::Stopped(AbortReason::StackOverflow) => {
                "its test overflowed the stack when it was run again"
            }
            Self::Stopped(AbortReason::Memory) => "its test ran out of memory when it was run again",
            Self::Stopped(AbortReason::Exit) => "its test tried to end the JVM when it was run again",
            Self::Stopped(AbortReason::Quarantined) => "its test ended a worker",
            Self::EndsDifferently(first, then) => {
                return write!(
                    f,
                    "it was covered once, but its test ended differently in another JVM: with {}, then with {}",
                    ending(first.as_ref()),
                    ending(then.as_ref())
                );
            }
            Self::OrderDependent => {
                "its test changes static fields that other tests need, or needs some that they change"
            }
            Self::Stopped(AbortReason::Sandbox) => {
                "its test wrote files outside its folder, or only showed that tests may not do so, nor use the network"
            }
            Self::Encapsulation => {
                "its test only showed which classes the JVM keeps reflection from, which depends on its version and options"
            }
            Self::NotCovered => "no test covered it when all were run again in another JVM",
            Self::OutOfTime => "there was no time to run its test again",
        };
        write!(f, "it was covered once, but {what_happened}")
    }
}

fn ending(thrown: Option<&ClassName>) -> String {
    thrown.map_or_else(|| "no exception".to_owned(), ClassName::binary)
}
