//! The one face of all pools of values.

use evoke_testcase::JavaString;

use crate::SearchRng;

/// Something to draw values from; `None` where it has none of the kind.
pub(super) trait Pool {
    fn integer(&self, rng: &mut SearchRng) -> Option<i64>;
    fn floating(&self, rng: &mut SearchRng) -> Option<f64>;
    fn char(&self, rng: &mut SearchRng) -> Option<u16>;
    fn string(&self, rng: &mut SearchRng) -> Option<JavaString>;
}
