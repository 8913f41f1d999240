//! The one face of all pools of values.

use evoke_testcase::JavaString;

use crate::SearchRng;

/// Kinds of values that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Integer,
    Floating,
    Char,
    String,
}

/// Something to draw values from; `None` where it has none of the kind.
pub(super) trait Pool {
    /// Whether it has values that are of the kind rather than made into one.
    fn has(&self, kind: ValueKind) -> bool;
    fn integer(&self, rng: &mut SearchRng) -> Option<i64>;
    fn floating(&self, rng: &mut SearchRng) -> Option<f64>;
    fn char(&self, rng: &mut SearchRng) -> Option<u16>;
    fn string(&self, rng: &mut SearchRng) -> Option<JavaString>;
}
