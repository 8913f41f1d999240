//! The one test that others fail after, found by running ever fewer of those before them: to take that one out costs less than to take
//! out all that fail. (Shi et al., *iFixFlakies*, ESEC/FSE 2019, call it the polluter and these its victims.)

use super::error::VerifyError;

/// With fewer victims than this there is nothing to gain.
const LEAST_VICTIMS: usize = 2;

/// Runs tests of a suite in an order, from the state that its classes have at first, and gives those that fail.
pub(super) trait RunInOrder {
    fn failing(&mut self, tests: &[String]) -> Result<Vec<String>, VerifyError>;
}

/// The test that the others fail for, of a run in this order: without it fewer fail than it and them. `None` where they fail by
/// themselves, or for more than one.
pub(super) fn polluter(
    runner: &mut impl RunInOrder,
    order: &[String],
    victims: &[String],
) -> Result<Option<String>, VerifyError> {
    if victims.len() < LEAST_VICTIMS {
        return Ok(None);
    }
    let Some(place) = order.iter().position(|test| victims.contains(test)) else { return Ok(None) };
    let (mut suspects, victim) = (&order[..place], &order[place]);
    let mut fails_after = |suspects: &[String]| -> Result<bool, VerifyError> {
        let tests = [suspects, std::slice::from_ref(victim)].concat();
        Ok(runner.failing(&tests)?.contains(victim))
    };
    if suspects.is_empty() || fails_after(&[])? {
        return Ok(None);
    }
    while suspects.len() > 1 {
        let (half, other) = suspects.split_at(suspects.len() / 2);
        suspects = if fails_after(half)? { half } else { other };
    }
    if !fails_after(suspects)? {
        return Ok(None);
    }
    let rest: Vec<String> = order.iter().filter(|test| **test != suspects[0]).cloned().collect();
    let still = runner.failing(&rest)?.len();
    Ok((still + 1 < victims.len()).then(|| suspects[0].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests fail that run after one of those that they cannot bear.
    struct Fake {
        pairs: Vec<(&'static str, &'static str)>,
        n_runs: usize,
    }

    impl RunInOrder for Fake {
        fn failing(&mut self, tests: &[String]) -> Result<Vec<String>, VerifyError> {
            self.n_runs += 1;
            let place = |name: &str| tests.iter().position(|test| test == name);
            let fails = |test: &&String| {
                let spoilers = self.pairs.iter().filter(|(_, victim)| victim == test);
                spoilers.into_iter().any(|(spoiler, _)| {
                    spoiler == test || place(spoiler).is_some_and(|before| Some(before) < place(test))
                })
            };
            Ok(tests.iter().filter(fails).cloned().collect())
        }
    }

    fn found(pairs: Vec<(&'static str, &'static str)>, order: &str) -> (Option<String>, usize) {
        let order: Vec<String> = order.chars().map(String::from).collect();
        let mut fake = Fake { pairs, n_runs: 0 };
        let victims = fake.failing(&order).unwrap();
        fake.n_runs = 0;
        let found = polluter(&mut fake, &order, &victims).unwrap();
        (found, fake.n_runs)
    }

    #[test]
    fn one_that_spoils_many_is_found_among_all_before_them() {
        let pairs = || vec![("c", "g"), ("c", "h"), ("c", "i")];
        // Alone, three halvings, once more, and without it.
        assert_eq!(found(pairs(), "abcdefghi"), (Some("c".to_owned()), 6));
        assert_eq!(found(pairs(), "cghi").0.as_deref(), Some("c"));
    }

    #[test]
    fn tests_that_fail_by_themselves_have_no_polluter() {
        assert_eq!(found(vec![("g", "g"), ("h", "h")], "abcdefgh"), (None, 1));
    }

    #[test]
    fn one_is_not_taken_out_for_one() {
        assert_eq!(found(vec![("c", "g")], "abcdefgh"), (None, 0));
    }

    #[test]
    fn victims_that_several_spoil_fail_without_the_one_too() {
        let both = ["a", "b"].into_iter().flat_map(|spoiler| ["g", "h"].map(|victim| (spoiler, victim)));
        assert_eq!(found(both.collect(), "abcdefgh").0, None);
    }
}
