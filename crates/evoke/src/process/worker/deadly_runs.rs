//! What ended workers: tests, and the calls that ended more than one. A call that crashes or hangs whatever it is given (native code,
//! `Unsafe`, locks) costs a few workers, not the budget.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Callable, CallableId, Primitive, TestCluster, TypeCategory, TypeId};
use evoke_classfile::ClassName;
use evoke_testcase::{Resolver, Statement, TestCase};

use crate::process::running_test::DeadlyTest;

/// A call that ended so many workers is not made again.
const DEATHS_OF_A_DEADLY_CALL: u32 = 2;

/// In a class that ended so many workers, every call that ended one is deadly.
const DEATHS_OF_A_DEADLY_CLASS: usize = 4;

/// A class of which so many calls ended a worker that are given a number first, of the same type each, takes it for an address or a
/// handle: so do its other calls that are.
const DEADLY_CALLS_OF_A_KIND: usize = 3;

/// What is not run again.
#[derive(Debug, Default)]
pub(super) struct DeadlyRuns {
    /// Each with the statement that ended a worker; the first where that is not known.
    tests: Vec<(TestCase, u32)>,
    calls: BTreeSet<CallableId>,
}

impl DeadlyRuns {
    /// That of a class's workers so far. What the cluster does not have cannot be run anyway.
    pub(super) fn of(quarantine: &[DeadlyTest], cluster: &TestCluster) -> Self {
        let resolver = Resolver::new(cluster);
        let mut tests = Vec::new();
        let mut deaths: BTreeMap<CallableId, u32> = BTreeMap::new();
        for deadly in quarantine {
            let Ok(test) = resolver.resolve(&deadly.test) else { continue };
            if let Some(Statement::Invoke { callable, .. }) =
                deadly.statement.and_then(|statement| test.statements().get(statement as usize))
            {
                *deaths.entry(*callable).or_default() += 1;
            }
            tests.push((test, deadly.statement.unwrap_or(0)));
        }
        let is_deadly_class = quarantine.len() >= DEATHS_OF_A_DEADLY_CLASS;
        let enough = if is_deadly_class { 1 } else { DEATHS_OF_A_DEADLY_CALL };
        let mut calls = calls_of_deadly_kinds(deaths.keys().copied(), cluster);
        calls
            .extend(deaths.into_iter().filter(|(_, deaths)| *deaths >= enough).map(|(callable, _)| callable));
        Self { tests, calls }
    }

    /// The statement that a test must not come to; `None` if it may run to its end.
    pub(super) fn deadly_statement(&self, test: &TestCase) -> Option<u32> {
        let known = self.tests.iter().find(|(deadly, _)| deadly == test);
        known.map(|(_, statement)| *statement).or_else(|| self.first_deadly_call(test))
    }

    fn first_deadly_call(&self, test: &TestCase) -> Option<u32> {
        if self.calls.is_empty() {
            return None;
        }
        let is_deadly = |statement: &Statement| matches!(statement, Statement::Invoke { callable, .. } if self.calls.contains(callable));
        test.statements().iter().position(is_deadly).map(|position| position as u32)
    }
}

/// All calls of the kinds that several of these are of.
fn calls_of_deadly_kinds(
    ended: impl Iterator<Item = CallableId>,
    cluster: &TestCluster,
) -> BTreeSet<CallableId> {
    let mut kinds: BTreeMap<(&ClassName, TypeId), usize> = BTreeMap::new();
    for kind in ended.filter_map(|callable| kind(cluster.callable(callable), cluster)) {
        *kinds.entry(kind).or_default() += 1;
    }
    kinds.retain(|_, n_deadly| *n_deadly >= DEADLY_CALLS_OF_A_KIND);
    let is_of_one =
        |callable: &&Callable| kind(callable, cluster).is_some_and(|kind| kinds.contains_key(&kind));
    cluster.callables.iter().filter(is_of_one).map(|callable| callable.id).collect()
}

/// The class and the number that is given first, where it is large enough for an address.
fn kind<'c>(callable: &'c Callable, cluster: &TestCluster) -> Option<(&'c ClassName, TypeId)> {
    let first = *callable.parameters.first()?;
    let is_large =
        matches!(cluster.types.category(first), TypeCategory::Primitive(Primitive::Int | Primitive::Long));
    is_large.then_some((&callable.owner, first))
}
