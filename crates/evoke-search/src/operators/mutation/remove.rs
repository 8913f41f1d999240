//! Removes each statement with probability `1/n`.

use evoke_testcase::TestCase;

use super::chance::one_of;
use crate::SearchRng;
use crate::generation::TestFactory;
use crate::operators::rebind::remove_rebinding;

/// Says whether anything was removed.
pub(in crate::operators) fn remove(
    test: &mut TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let mut doomed: Vec<bool> = (0..test.len()).map(|_| one_of(test.len(), rng)).collect();
    if !doomed.contains(&true) {
        return false;
    }
    remove_rebinding(test, &mut doomed, factory.cluster, rng);
    true
}
