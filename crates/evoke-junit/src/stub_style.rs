//! How wide stubs are written.

use serde::{Deserialize, Serialize};

/// How a suite writes the objects that its tests implement themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StubStyle {
    /// As lambdas and anonymous classes.
    #[default]
    Plain,
    /// Those with many methods with Mockito, as far as it can do what they do.
    Mockito,
}
