//! Variables that hold the same object.

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_testcase::{Aspect, Observation, ObservedValue, VariableRef};

use crate::stable_test::StableTest;

/// Where a call returned its own receiver or argument, later statements use that: `builder.add(1); builder.build()`
/// rather than `builder2 = builder.add(1); builder2.build()`. What inspectors show of the object is kept once.
pub(super) fn unify(stable: &mut StableTest, cluster: &TestCluster) {
    for position in 0..stable.values.len() {
        let Observation { variable: alias, aspect: Aspect::Result, value: ObservedValue::Same { variable } } =
            stable.values[position]
        else {
            continue;
        };
        let statements = stable.test.statements();
        let (Some(one), Some(other)) = (statements.get(alias.index()), statements.get(variable.index()))
        else {
            continue;
        };
        if one.defined_type(cluster) != other.defined_type(cluster) {
            continue;
        }
        stable.test.redirect(alias, variable);
        for observation in &mut stable.values {
            if let ObservedValue::Same { variable: same } = &mut observation.value
                && *same == alias
            {
                *same = variable;
            }
            if observation.variable == alias && !observation.is_result() {
                observation.variable = variable;
            }
        }
    }
    let mut seen: BTreeSet<(VariableRef, Aspect)> = BTreeSet::new();
    stable.values.retain(|observation| seen.insert((observation.variable, observation.aspect)));
}
