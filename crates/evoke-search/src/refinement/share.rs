//! A share of the budget that follows success. Measured in statements, so that it does not depend on the clock.

/// How much more is given after a success.
const REWARD: f64 = 1.25;

/// What is left after a failure.
const PENALTY: f64 = 0.9;

/// A bounded share of all executed statements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdaptiveShare {
    share: f64,
    least: f64,
    most: f64,
    spent: u64,
}

impl AdaptiveShare {
    pub(crate) fn new(share: f64, least: f64, most: f64) -> Self {
        Self { share, least, most, spent: 0 }
    }

    /// Whether it has not used up its share of the statements executed so far.
    pub(crate) fn may_spend(&self, all_statements: u64) -> bool {
        (self.spent as f64) < self.share * all_statements as f64
    }

    /// Notes what an attempt cost and whether it helped.
    pub(crate) fn note(&mut self, statements: u64, helped: bool) {
        self.spent += statements;
        let factor = if helped { REWARD } else { PENALTY };
        self.share = (self.share * factor).clamp(self.least, self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_follows_success_within_its_bounds() {
        let mut share = AdaptiveShare::new(0.05, 0.01, 0.2);
        assert!(share.may_spend(100));
        share.note(5, false);
        assert!(!share.may_spend(100));
        for _ in 0..50 {
            share.note(0, true);
        }
        assert!(share.may_spend(26) && !share.may_spend(25), "a fifth at most");
        for _ in 0..50 {
            share.note(0, false);
        }
        assert!(share.may_spend(501) && !share.may_spend(500), "a hundredth at least");
    }
}
