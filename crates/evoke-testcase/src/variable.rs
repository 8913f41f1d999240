//! Variables of a test: each statement that gives a value defines one.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The variable that the statement at this position of its test defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VariableRef(pub u32);

/// Arguments of a call; few enough to stay inside the statement.
pub type Arguments = SmallVec<[VariableRef; 4]>;

impl VariableRef {
    /// The position of the defining statement.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
