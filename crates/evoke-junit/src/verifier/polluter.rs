//! The tests that others fail after, found by running ever fewer of those before them: to take these out costs less than to take
//! out all that fail. (Shi et al., *iFixFlakies*, ESEC/FSE 2019, call such a test a polluter and the others its victims.)

use super::error::VerifyError;

/// With fewer victims than this there is nothing to gain.
const LEAST_VICTIMS: usize = 2;
/// Of more than this one is not the cause so much as the class.
const MOST_POLLUTERS: usize = 4;
/// How many victims are tried until one does not fail by itself.
const MOST_TRIED: usize = 4;

/// Runs tests of a suite in an order, from the state that its classes have at first, and gives those that fail.
pub(super) trait RunInOrder {
    fn failing(&mut self, tests: &[String]) -> Result<Vec<String>, VerifyError>;
}

/// The tests that the others fail for, of a run in this order, in which they come: without them fewer fail than these and them. None where
/// victims fail by themselves, or for more than [`MOST_POLLUTERS`].
pub(super) fn polluters(
    runner: &mut impl RunInOrder,
    order: &[String],
    victims: &[String],
) -> Result<Vec<String>, VerifyError> {
    let (mut order, mut failing) = (order.to_vec(), victims.to_vec());
    let mut found = Vec::new();
    while found.len() < MOST_POLLUTERS && failing.len() >= LEAST_VICTIMS {
        let Some(polluter) = polluter(runner, &order, &failing)? else { break };
        order.retain(|test| *test != polluter);
        found.push(polluter);
        failing = runner.failing(&order)?;
        if failing.len() + found.len() < victims.len() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// The test that one of the first victims fails for, if it is one.
fn polluter(
    runner: &mut impl RunInOrder,
    order: &[String],
    victims: &[String],
) -> Result<Option<String>, VerifyError> {
    let failing = order.iter().enumerate().filter(|(_, test)| victims.contains(test));
    for (place, victim) in failing.take(MOST_TRIED) {
        let mut suspects = &order[..place];
        let mut fails_after = |suspects: &[String]| -> Result<bool, VerifyError> {
            let tests = [suspects, std::slice::from_ref(victim)].concat();
            Ok(runner.failing(&tests)?.contains(victim))
        };
        if suspects.is_empty() || fails_after(&[])? {
            continue;
        }
        while suspects.len() > 1 {
            let (half, other) = suspects.split_at(suspects.len() / 2);
            suspects = if fails_after(half)? { half } else { other };
        }
        return Ok(if fails_after(suspects)? { Some(suspects[0].clone()) } else { None });
    }
    Ok(None)
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

    fn found(pairs: Vec<(&'static str, &'static str)>, order: &str) -> (String, usize) {
        let order: Vec<String> = order.chars().map(String::from).collect();
        let mut fake = Fake { pairs, n_runs: 0 };
        let victims = fake.failing(&order).unwrap();
        fake.n_runs = 0;
        let found = polluters(&mut fake, &order, &victims).unwrap();
        (found.concat(), fake.n_runs)
    }

    fn each(
        spoilers: &'static [&'static str],
        victims: &'static [&'static str],
    ) -> Vec<(&'static str, &'static str)> {
        spoilers.iter().flat_map(|spoiler| victims.iter().map(move |victim| (*spoiler, *victim))).collect()
    }

    #[test]
    fn one_that_spoils_many_is_found_among_all_before_them() {
        // Alone, three halvings, once more, and without it.
        assert_eq!(found(each(&["c"], &["g", "h", "i"]), "abcdefghi"), ("c".to_owned(), 6));
        assert_eq!(found(each(&["c"], &["g", "h", "i"]), "cghi").0, "c");
    }

    #[test]
    fn victims_that_fail_by_themselves_do_not_hide_what_the_others_fail_for() {
        let mut pairs = each(&["c"], &["g", "h", "i"]);
        pairs.extend([("a", "a"), ("d", "d")]);
        assert_eq!(found(pairs, "abcdefghi").0, "c");
    }

    #[test]
    fn several_that_spoil_the_same_tests_are_found_together() {
        assert_eq!(found(each(&["a", "c"], &["g", "h", "i", "j"]), "abcdefghij").0, "ac");
        // Each alone would leave as many as there are.
        assert_eq!(found(each(&["a", "b", "c"], &["g", "h", "i", "j"]), "abcdefghij").0, "abc");
        assert_eq!(
            found(each(&["a", "b", "c", "d", "e"], &["g", "h", "i", "j", "k", "l"]), "abcdefghijkl").0,
            ""
        );
    }

    #[test]
    fn tests_that_fail_by_themselves_have_no_polluter() {
        assert_eq!(found(vec![("g", "g"), ("h", "h")], "abcdefgh"), (String::new(), 2));
    }

    #[test]
    fn one_is_not_taken_out_for_one() {
        assert_eq!(found(vec![("c", "g")], "abcdefgh"), (String::new(), 0));
        assert_eq!(found(each(&["a", "b"], &["g", "h"]), "abcdefgh").0, "");
    }
}
