//! Removal of statements that spares their dependants: each is rebound to another variable of the type, and removed
//! only where there is none.

use evoke_analysis::TestCluster;
use evoke_testcase::{Statement, TestCase, VariableRef};

use crate::SearchRng;
use crate::generation::{choose_fitting, requirements};

/// Removes the marked statements. One pass in order: what a removed statement takes with it is treated like it.
pub(super) fn remove_rebinding(
    test: &mut TestCase,
    doomed: &mut [bool],
    cluster: &TestCluster,
    rng: &mut SearchRng,
) {
    for position in 0..test.len() {
        if !doomed[position] {
            doomed[position] = !rebind(test, position, doomed, cluster, rng);
        }
    }
    test.remove_all(doomed);
}

/// Frees one statement of doomed variables; says whether that was possible.
fn rebind(
    test: &mut TestCase,
    position: usize,
    doomed: &[bool],
    cluster: &TestCluster,
    rng: &mut SearchRng,
) -> bool {
    let references = test.statements()[position].references();
    if references.iter().all(|variable| !doomed[variable.index()]) {
        return true;
    }
    let requirements = requirements(test, position, cluster);
    for (reference, variable) in references.iter().enumerate() {
        if !doomed[variable.index()] {
            continue;
        }
        let Some(replacement) =
            choose_fitting(requirements[reference], survivors(test, position, doomed), cluster, rng)
        else {
            return false;
        };
        test.set_reference(position, reference, replacement);
    }
    true
}

fn survivors<'t>(
    test: &'t TestCase,
    position: usize,
    doomed: &'t [bool],
) -> impl Iterator<Item = (VariableRef, &'t Statement)> + Clone {
    test.statements()[..position]
        .iter()
        .enumerate()
        .filter(|(index, _)| !doomed[*index])
        .map(|(index, statement)| (VariableRef(index as u32), statement))
}
