//! In which manner tests are built: with the probabilities of the configuration, or with others. What is best on the whole need not be best
//! for each class, so a population that is begun anew, since the one before found nothing more, is bred from tests built in another manner.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::config::GenerationConfig;
use crate::{SearchConfig, SearchRng, Technique};

/// Probability that a probability is another one.
const IS_OTHER: f64 = 0.5;
/// Probability that generators are chosen whatever they need.
const IS_UNWEIGHTED: f64 = 0.3;

/// Probabilities, and how generators are chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Manner {
    pub(crate) generation: GenerationConfig,
    /// Whether generators are chosen by what they need.
    pub(crate) weighs_generators: bool,
}

impl Manner {
    /// That of the configuration.
    pub(crate) fn usual(config: &SearchConfig) -> Self {
        let twin = if config.has(Technique::Twins) { config.generation.twin } else { 0.0 };
        Self {
            generation: GenerationConfig { twin, ..config.generation.clone() },
            weighs_generators: config.has(Technique::GeneratorWeights),
        }
    }

    /// One in which about half of what matters is far less or far more likely than usual.
    pub(crate) fn other(config: &SearchConfig, rng: &mut SearchRng) -> Self {
        let mut manner = Self::usual(config);
        manner.weighs_generators &= !rng.random_bool(IS_UNWEIGHTED);
        let generation = &mut manner.generation;
        let others: [(&mut f64, [f64; 2]); 17] = [
            (&mut generation.variable_call_weight, [0.1, 2.0]),
            (&mut generation.new_argument_weight, [0.02, 0.5]),
            (&mut generation.object_reuse, [0.2, 0.5]),
            (&mut generation.primitive_reuse, [0.1, 0.8]),
            (&mut generation.null, [0.02, 0.3]),
            (&mut generation.lambda, [0.1, 0.6]),
            (&mut generation.anonymous_class, [0.02, 0.4]),
            (&mut generation.tested_type, [0.02, 0.5]),
            (&mut generation.specimen, [0.1, 0.7]),
            (&mut generation.pooled_object, [0.0, 0.5]),
            (&mut generation.filled_container, [0.0, 0.8]),
            (&mut generation.chain_link, [0.0, 0.6]),
            (&mut generation.narrowed_call, [0.0, 0.2]),
            (&mut generation.relation, [0.0, 0.5]),
            (&mut generation.twin, [0.05, 0.2]),
            (&mut generation.special_value, [0.1, 0.6]),
            (&mut generation.pool, [0.2, 0.8]),
        ];
        for (probability, others) in others {
            if rng.random_bool(IS_OTHER)
                && let Some(other) = others.choose(rng)
            {
                *probability = *other;
            }
        }
        manner
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn usual_manner_is_that_of_the_configuration_without_what_is_switched_off() {
        let config = SearchConfig::default();
        let usual = Manner::usual(&config);
        assert_eq!(usual.generation, GenerationConfig { twin: 0.0, ..config.generation.clone() });
        assert!(usual.weighs_generators);
    }

    #[test]
    fn other_manners_differ_from_the_usual_one_and_from_each_other() {
        let config = SearchConfig::default();
        let rng = &mut SearchRng::seed_from_u64(1);
        let manners: Vec<Manner> = (0..20).map(|_| Manner::other(&config, rng)).collect();
        let usual = Manner::usual(&config);
        assert!(manners.iter().all(|manner| *manner != usual));
        assert!(manners.windows(2).all(|two| two[0] != two[1]));
        assert!(manners.iter().any(|manner| manner.generation.twin > 0.0));
        assert!(manners.iter().any(|manner| !manner.weighs_generators));
        assert!(manners.iter().any(|manner| manner.generation.null == usual.generation.null));
    }
}
