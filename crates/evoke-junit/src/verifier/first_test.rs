//! The tests that orders begin with: what the first one makes of classes, all others find. Which class is initialised before another can be
//! what a static counter gives the object that a constant holds.

use std::collections::{BTreeMap, BTreeSet};

use crate::SuiteSource;
use crate::fixture::FixtureKind;
use crate::java::{Expression, each_expression};
use crate::test_source::TestSource;

/// Chooses the first test of one order after another, so that they begin as differently as they can.
#[derive(Default)]
pub(super) struct FirstTests {
    /// Tests that set what class initialisers may read (`System.setProperty`).
    setters: BTreeSet<String>,
    /// The classes that each test calls or makes objects of, in the order in which it does so first.
    classes: BTreeMap<String, Vec<String>>,
    begun_with: BTreeSet<String>,
    begun_with_classes: BTreeSet<Vec<String>>,
}

impl FirstTests {
    /// Those of a suite that was run in no order yet.
    pub(super) fn of(suite: &SuiteSource) -> Self {
        let mut firsts = Self::default();
        for test in &suite.tests {
            let classes = classes(test);
            for case in test.cases() {
                if sets(test) {
                    firsts.setters.insert(case.name.clone());
                }
                firsts.classes.insert(case.name, classes.clone());
            }
        }
        firsts
    }

    /// The suite was run in an order that begins with this test.
    pub(super) fn note(&mut self, test: &str) {
        self.begun_with.insert(test.to_owned());
        self.begun_with_classes.extend(self.classes.get(test).cloned());
    }

    /// Has the order begin with a test that none began with yet, as long as there is one: setters first, then what begins with another
    /// class, or needs other classes, and of these what needs the fewest.
    pub(super) fn begin(&mut self, order: &mut [String]) {
        let new = order.iter().enumerate().filter(|(_, test)| !self.begun_with.contains(*test));
        let chosen = new.min_by_key(|(_, test)| self.rank(test)).map(|(place, _)| place);
        if let Some(place) = chosen {
            order.swap(0, place);
        }
        if let Some(first) = order.first() {
            self.note(first);
        }
    }

    /// The less, the sooner an order begins with the test.
    fn rank(&self, test: &str) -> (bool, bool, bool, usize) {
        let classes = self.classes.get(test).map_or(&[][..], Vec::as_slice);
        let begun_with_class = self.begun_with_classes.iter().any(|begun| begun.first() == classes.first());
        let begun_with_classes = self.begun_with_classes.contains(classes);
        (!self.setters.contains(test), begun_with_class, begun_with_classes, classes.len())
    }
}

fn sets(test: &TestSource) -> bool {
    test.body.fixtures.iter().any(|fixture| matches!(fixture, FixtureKind::Restored(_)))
}

/// As the text names them, arguments before what is given them, though `new` initialises its class first.
fn classes(test: &TestSource) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    each_expression(&mut test.body.statements.clone(), &mut |expression| {
        let class = match expression {
            Expression::Class(class) => class,
            Expression::New(object) => &object.class,
            _ => return,
        };
        if !found.contains(&class.name) {
            found.push(class.name.clone());
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JUnitVersion;
    use crate::fixture::RestoredSetting;
    use crate::java::{ClassType, Statement};
    use crate::verifier::tests::{suite, test};

    /// A test that calls these classes one after the other.
    fn of_classes(name: &str, classes: &[&str]) -> TestSource {
        let call = |class: &&str| {
            let class = Expression::Class(ClassType::named(*class));
            Statement::Expression(class.call("run", Vec::new()))
        };
        test(name, classes.iter().map(call).collect())
    }

    fn firsts_of(tests: Vec<TestSource>, n: usize) -> String {
        let mut order: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
        let mut firsts = FirstTests::of(&suite(JUnitVersion::V5, tests));
        let begin = |_| {
            firsts.begin(&mut order);
            order[0].clone()
        };
        (0..n).map(begin).collect()
    }

    #[test]
    fn orders_begin_with_other_classes_then_with_fewer_ones_then_with_what_is_left() {
        let tests = vec![
            of_classes("a", &["Empty"]),
            of_classes("b", &["Empty", "Single"]),
            of_classes("c", &["Empty", "Single"]),
            of_classes("d", &["Single", "Empty"]),
            of_classes("e", &["Single"]),
            of_classes("f", &[]),
        ];
        assert_eq!(firsts_of(tests, 6), "feabdc");
    }

    #[test]
    fn what_sets_something_comes_before_all_others() {
        let mut sets = of_classes("b", &["Empty"]);
        sets.body.fixtures.insert(FixtureKind::Restored(RestoredSetting::Properties));
        let tests = vec![of_classes("a", &["Empty"]), sets, of_classes("c", &["Single"])];
        assert_eq!(firsts_of(tests, 3), "bca");
    }

    #[test]
    fn the_first_test_of_an_order_that_was_run_is_not_the_first_again() {
        let tests = ["a", "b"].map(|name| of_classes(name, &["Empty"]));
        let mut firsts = FirstTests::of(&suite(JUnitVersion::V5, tests.into()));
        firsts.note("a");
        let mut order = ["a", "b"].map(str::to_owned);
        firsts.begin(&mut order);
        assert_eq!(order, ["b", "a"]);
        firsts.begin(&mut order);
        assert_eq!(order, ["b", "a"], "all were first once");
    }
}
