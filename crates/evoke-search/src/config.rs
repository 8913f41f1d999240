//! Every number of the search, with the defaults of the project's definitions.

use serde::{Deserialize, Serialize};

use crate::AlgorithmName;

/// How to search. The budget is apart: [`crate::Budget`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchConfig {
    /// Which algorithm.
    pub algorithm: AlgorithmName,
    /// Seed of the random generator: same seed and same executor, same result.
    pub seed: u64,
    /// Individuals that survive a generation.
    pub population_size: usize,
    /// Individuals a tournament compares.
    pub tournament_size: usize,
    /// Probability that two parents are crossed over.
    pub crossover_probability: f64,
    /// A generation adds its `k`-th new test with this to the power of `k`.
    pub new_test_probability: f64,
    /// Most statements a test may have.
    pub max_length: usize,
    /// How random tests are built.
    pub generation: GenerationConfig,
    /// How tests are mutated.
    pub mutation: MutationConfig,
}

/// How random statements are built.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GenerationConfig {
    /// Weight of inserting a call on the class under test.
    pub call_weight: f64,
    /// Weight of inserting a call on a variable that the test already uses.
    pub variable_call_weight: f64,
    /// Weight of giving a new value to a call that is already there.
    pub new_argument_weight: f64,
    /// Probability of using a variable of the right type where an object is needed.
    pub object_reuse: f64,
    /// The same where a primitive is needed.
    pub primitive_reuse: f64,
    /// Probability of `null` for a new object argument.
    pub null: f64,
    /// How deep arguments of arguments may go.
    pub max_depth: usize,
    /// Largest new array.
    pub max_array_length: u32,
    /// Most elements that a new array gets at once.
    pub max_array_writes: u32,
    /// Longest new string.
    pub max_string_length: usize,
    /// Standard deviation of new numbers.
    pub number_deviation: f64,
    /// Whether calls under test are chosen by the goals that they may still cover.
    pub goal_weighted_calls: bool,
    /// Whether generators are chosen by what they need and by how often they threw.
    pub weighted_generators: bool,
    /// Probability of a value that programs often compare with: 0, 1, -1, extremes, `""`.
    pub special_value: f64,
}

/// How tests are mutated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MutationConfig {
    /// Probability of each of remove, change and insert.
    pub operator_probability: f64,
    /// The `k`-th insertion happens with this to the power of `k`.
    pub insertion_probability: f64,
    /// Probability that changing a call changes one argument rather than the callee.
    pub change_argument: f64,
    /// Probability that changing a number draws a new one.
    pub redraw: f64,
    /// Standard deviation of the change of a number.
    pub delta_deviation: f64,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            algorithm: AlgorithmName::Dynamosa,
            seed: 0,
            population_size: 50,
            tournament_size: 10,
            crossover_probability: 0.75,
            new_test_probability: 0.1,
            max_length: 40,
            generation: GenerationConfig::default(),
            mutation: MutationConfig::default(),
        }
    }
}

impl Default for GenerationConfig {
    fn default() -> Self {
        Self {
            call_weight: 0.5,
            variable_call_weight: 0.4,
            new_argument_weight: 0.1,
            object_reuse: 0.9,
            primitive_reuse: 0.5,
            null: 0.1,
            max_depth: 10,
            max_array_length: 10,
            max_array_writes: 4,
            max_string_length: 20,
            number_deviation: 2048.0,
            goal_weighted_calls: true,
            weighted_generators: true,
            special_value: 0.3,
        }
    }
}

impl Default for MutationConfig {
    fn default() -> Self {
        Self {
            operator_probability: 1.0 / 3.0,
            insertion_probability: 0.5,
            change_argument: 0.1,
            redraw: 0.2,
            delta_deviation: 20.0,
        }
    }
}
