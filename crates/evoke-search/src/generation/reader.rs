//! Calls that read what a test has made: what they give may show what nothing else does.

use evoke_analysis::{CallableId, TypeCategory, TypeTable};
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::requirement::requirements_of_call;
use super::supply::Supply;
use super::{Fragment, TestFactory};
use crate::SearchRng;

impl TestFactory<'_> {
    /// Appends a call under test that is given an object of the test and gives something back; says whether there was one.
    pub(crate) fn append_reader(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let readings = self.readings(test);
        if readings.is_empty() {
            return false;
        }
        let (callable, reference, variable) = readings[rng.random_range(0..readings.len())];
        let end = test.len();
        let mut fragment = Fragment::new(test, end, self.config.max_length);
        let call = self.call(&mut fragment, callable, Some((reference, variable)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(end, statements);
        call.is_some()
    }

    /// Calls that give something, with the place in them that an object of the test fits.
    fn readings(&self, test: &TestCase) -> Vec<(CallableId, usize, VariableRef)> {
        let cluster = self.cluster;
        let objects: Vec<(VariableRef, &Statement)> = (0..)
            .map(VariableRef)
            .zip(test.statements())
            .filter(|(_, definition)| {
                let ty = definition.defined_type(cluster);
                matches!(definition, Statement::Invoke { .. })
                    && ty.is_some_and(|ty| matches!(cluster.types.category(ty), TypeCategory::Object))
            })
            .collect();
        let gives = |callable: &CallableId| cluster.callable(*callable).return_type != TypeTable::VOID;
        let mut readings = Vec::new();
        for callable in cluster.under_test.iter().copied().filter(gives) {
            for (reference, requirement) in requirements_of_call(callable, cluster).into_iter().enumerate() {
                let fitting = objects.iter().filter(|(_, definition)| requirement.fits(definition, cluster));
                readings.extend(fitting.map(|(variable, _)| (callable, reference, *variable)));
            }
        }
        readings
    }
}
