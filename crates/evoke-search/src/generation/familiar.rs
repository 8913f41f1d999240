//! Arguments that an earlier call of the test already took for a parameter of the same type: the key that was put, the vertex
//! that was added, the listener that was registered. Where a type says little (`Object`, `String`), two calls that were given
//! variables by chance hardly ever speak of the same thing.

use evoke_analysis::{TestCluster, TypeCategory, TypeId};
use evoke_testcase::{Statement, VariableRef};
use rand::Rng;

use crate::SearchRng;

/// Probability of such an argument where a variable is reused.
const FAMILIAR: f64 = 0.4;

/// One of the variables that calls took for a parameter of exactly this type, with a probability; `None` for types whose
/// values are told apart by what they are.
pub(crate) fn choose_familiar<'s>(
    ty: TypeId,
    statements: impl Iterator<Item = &'s Statement>,
    cluster: &TestCluster,
    rng: &mut SearchRng,
) -> Option<VariableRef> {
    let is_told_apart = !matches!(cluster.types.category(ty), TypeCategory::Object | TypeCategory::String);
    if is_told_apart || !rng.random_bool(FAMILIAR) {
        return None;
    }
    let mut taken = Vec::new();
    for statement in statements {
        let Statement::Invoke { callable, arguments, .. } = statement else { continue };
        let parameters = cluster.callable(*callable).parameters.iter().zip(arguments);
        taken.extend(parameters.filter(|(parameter, _)| **parameter == ty).map(|(_, argument)| *argument));
    }
    taken.sort_unstable();
    taken.dedup();
    if taken.is_empty() { None } else { Some(taken[rng.random_range(0..taken.len())]) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use evoke_analysis::TypeTable;
    use evoke_testcase::{TestCase, Value};
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::sample_cluster::SampleCluster;

    #[test]
    fn argument_of_an_earlier_call_is_chosen_and_nothing_else() {
        let sample = SampleCluster::new();
        let takes_text = sample
            .cluster
            .generators(sample.boxes)
            .iter()
            .find(|id| {
                let parameters = &sample.cluster.callable(**id).parameters;
                parameters.as_slice() == [TypeTable::STRING]
            })
            .copied()
            .unwrap();
        let text = |text: &str| Statement::Value(Value::String(text.into()));
        let call = Statement::Invoke {
            callable: takes_text,
            receiver: None,
            arguments: [VariableRef(1)].into_iter().collect(),
        };
        let test = TestCase::new(vec![text("a"), text("b"), call]);
        let mut rng = SearchRng::seed_from_u64(1);
        let mut choose = |ty| {
            let choices = (0..100)
                .filter_map(|_| choose_familiar(ty, test.statements().iter(), &sample.cluster, &mut rng));
            choices.collect::<BTreeSet<VariableRef>>()
        };
        assert_eq!(choose(TypeTable::STRING), [VariableRef(1)].into());
        assert!(choose(sample.boxes).is_empty(), "no call took one");
    }
}
