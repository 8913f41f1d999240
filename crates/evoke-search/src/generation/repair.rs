//! Repair of tests of a pair of classes that lost their last covering call, or never had one (Derakhshanfar et al., 2022, section 3.2.4).

use evoke_testcase::TestCase;
use rand::Rng;

use super::{Fragment, Supply, TestFactory};
use crate::SearchRng;

/// How often a broken test is tried to be given a covering call.
const MAX_ATTEMPTS: usize = 50;

impl TestFactory<'_> {
    /// Whether the test has no call that may cover anything of the pair. Tests of a single class never are.
    pub(crate) fn is_broken(&self, test: &TestCase) -> bool {
        self.covering.is_some_and(|covering| !covering.has_any(test))
    }

    /// Gives a broken test a covering call; whether it is whole now. `ends_with_throw` tells that nothing after the last statement would run.
    pub(crate) fn repair(&self, test: &mut TestCase, ends_with_throw: bool, rng: &mut SearchRng) -> bool {
        let Some(covering) = self.covering.filter(|covering| !covering.has_any(test)) else { return true };
        for _ in 0..MAX_ATTEMPTS {
            let end = test.len() - usize::from(ends_with_throw && !test.is_empty());
            let position = rng.random_range(0..=end);
            let Some(callable) = self.knowledge.callables.choose(&covering.calls, rng) else { return false };
            let mut fragment = Fragment::new(test, position, self.config.max_length);
            let call = self.call(&mut fragment, callable, None, 0, rng);
            let statements = fragment.into_statements();
            if call.is_some() {
                test.insert(position, statements);
                return true;
            }
        }
        false
    }
}
