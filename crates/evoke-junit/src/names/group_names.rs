//! Names of tests that are run for several inputs: the call, how all runs end if that is the same, else what the inputs have in common:
//! `parseReturnsNull`, `addWithNegativeAmount`.

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_suite::AssertedTest;

use super::conditions::Conditions;
use super::identifier::unique;
use super::phrases::{Phrase, joined};
use super::test_names::{MAX_LENGTH, Naming, allowed, name_tests, naming};

/// The names of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SuiteNames {
    /// Of every test as one of its own.
    pub(crate) tests: Vec<String>,
    /// Of every group.
    pub(crate) groups: Vec<GroupName>,
}

/// The name of a group of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupName {
    /// What the test is called.
    pub(crate) test: String,
    /// What a method is called that gives its inputs.
    pub(crate) factory: String,
}

/// Names for tests of which some, by their positions, are grouped. No two are the same, nor would they be if a group fell apart.
pub(crate) fn name_suite(
    drafts: &[AssertedTest],
    groups: &[&[usize]],
    cluster: &TestCluster,
    conditions: &Conditions,
) -> SuiteNames {
    let mut tests = name_tests(drafts, cluster, conditions);
    let grouped: BTreeSet<usize> = groups.iter().flat_map(|rows| rows.iter().copied()).collect();
    let alone = tests.iter().enumerate().filter(|(position, _)| !grouped.contains(position));
    let mut taken: BTreeSet<String> = alone.map(|(_, name)| name.clone()).collect();
    let mut names = Vec::with_capacity(groups.len());
    for rows in groups {
        let namings: Vec<Naming> =
            rows.iter().map(|row| naming(&drafts[*row], cluster, conditions)).collect();
        let test = group_name(&namings, &mut taken);
        let factory = unique(&format!("{test}Arguments"), &mut taken);
        names.push(GroupName { test, factory });
    }
    for position in grouped {
        tests[position] = unique(&tests[position], &mut taken);
    }
    SuiteNames { tests, groups: names }
}

fn group_name(namings: &[Naming], taken: &mut BTreeSet<String>) -> String {
    let Some((first, others)) = namings.split_first() else { return unique("test", taken) };
    let have_one_end = others.iter().all(|other| other.stem == first.stem);
    let stem = if have_one_end { first.stem.clone() } else { allowed(&first.subject) };
    let in_common = |phrase: &&Phrase| others.iter().all(|other| other.phrases.contains(phrase));
    let mut longer: Vec<String> = first
        .phrases
        .iter()
        .filter(in_common)
        .map(|phrase| format!("{stem}{}", joined(&[phrase])))
        .filter(|name| name.len() <= MAX_LENGTH)
        .collect();
    let tells_something = first.phrases.first().is_some_and(|phrase| in_common(&phrase));
    let place = usize::from(tells_something && !have_one_end && !longer.is_empty());
    longer.insert(place, stem.clone());
    let free = longer.into_iter().find(|name| !taken.contains(name));
    unique(&free.unwrap_or(stem), taken)
}
