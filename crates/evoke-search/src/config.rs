//! Every number of the search, with its defaults: those of the product, which the command line takes from here.

use std::collections::BTreeSet;

use evoke_analysis::Criterion;
use serde::{Deserialize, Serialize};

use crate::{AlgorithmName, CrossoverName, GoalSelection, Technique};

/// How to search. The budget is apart: [`crate::SearchBudget`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchConfig {
    /// Which algorithm.
    pub algorithm: AlgorithmName,
    /// Which of the goals asked for guide it.
    pub goal_selection: GoalSelection,
    /// Smart selection keeps the last line of basic blocks with at least so many lines.
    pub line_threshold: u16,
    /// Seed of the random generator: same seed and same executor, same result.
    pub seed: u64,
    /// Individuals that survive a generation.
    pub population_size: usize,
    /// Individuals a tournament compares.
    pub tournament_size: usize,
    /// Probability that two parents are crossed over.
    pub crossover_probability: f64,
    /// How they are crossed over.
    pub crossover: CrossoverName,
    /// Distribution index of simulated binary crossover; larger keeps children nearer to their parents.
    pub sbx_distribution_index: f64,
    /// Bias of rank selection: how much likelier the best is chosen than the median one.
    pub rank_bias: f64,
    /// A generation adds its `k`-th new test with this to the power of `k`.
    pub new_test_probability: f64,
    /// Probability that two children of a generation are mutated clones of tests in the archive, in searches for many goals at once.
    pub archive_parent_probability: f64,
    /// Most statements a test may have.
    pub max_length: usize,
    /// Tests that are run once all goals are covered, as long as one is by tests alone that end in an exception: another may do what it is there
    /// for. None where searches are compared by what they take to cover all.
    pub tests_after_covered: u64,
    /// Goals that guide late.
    pub late: LateGoalsConfig,
    /// Techniques to do without.
    pub disabled: BTreeSet<Technique>,
    /// How single tests are refined.
    pub refinement: RefinementConfig,
    /// What searches over whole suites need.
    pub suite: SuiteConfig,
    /// Sizes of mu+lambda.
    pub plus_strategy: PlusStrategy,
    /// What MIO needs.
    pub mio: MioConfig,
    /// How random tests are built.
    pub generation: GenerationConfig,
    /// How tests are mutated.
    pub mutation: MutationConfig,
    /// How many steps tests may take.
    pub steps: StepConfig,
}

/// How many steps a test may take in code under test: methods entered and loops gone round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepConfig {
    /// What every test has where the limit does not adapt.
    pub fixed: u32,
    /// What a test has at first.
    pub first: u32,
    /// How many times more it has when it is run again.
    pub factor: u32,
    /// The most that it may have.
    pub most: u32,
    /// Share of what is spent that runs may waste which run out of more steps than they had at first.
    pub share: f64,
}

/// Goals that guide only while nothing new is found for the others, and populations begun anew then. Algorithms without a frontier have
/// neither. Shares are of the budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LateGoalsConfig {
    /// The criteria of these goals.
    pub criteria: BTreeSet<Criterion>,
    /// For how long nothing new must have been covered until another turn begins.
    pub stall: f64,
    /// How long one turn of late goals may be, where other goals are left.
    pub longest: f64,
}

/// Sizes of suites, where a suite is an individual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SuiteConfig {
    /// Tests of a new suite.
    pub initial_tests: usize,
    /// Most tests a suite may have.
    pub max_tests: usize,
    /// Offspring may be this many times as long as the best suite.
    pub bloat_factor: usize,
}

/// How many parents have how many children in an evolutionary algorithm where both compete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlusStrategy {
    /// Parents.
    pub mu: usize,
    /// Children of all parents together.
    pub lambda: usize,
}

/// Parameters of the many independent objective algorithm; those of its beginning change in a straight line to those
/// of its focused phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MioConfig {
    /// Tests kept for each goal, at the beginning and when focused.
    pub tests_per_goal: [usize; 2],
    /// Probability of a new random test, likewise.
    pub random_probability: [f64; 2],
    /// Mutations of a test before another is chosen, likewise.
    pub mutations: [usize; 2],
    /// Share of the budget after which the search is focused.
    pub focus_after: f64,
}

/// How much of the budget goes into refining single tests. Shares are of all executed statements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RefinementConfig {
    /// Share of local search at the start.
    pub local_search: f64,
    /// Least and greatest share of local search.
    pub local_search_bounds: (f64, f64),
    /// Most tests of one climb.
    pub max_climb: u32,
    /// Share of input-to-state at the start.
    pub input_to_state: f64,
    /// Least and greatest share of input-to-state.
    pub input_to_state_bounds: (f64, f64),
    /// Most tests made of one test by writing operands into it.
    pub max_substitutions: usize,
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
    /// Probability of a lambda for a functional interface that something else gives, too.
    pub lambda: f64,
    /// The same for an anonymous class.
    pub anonymous_class: f64,
    /// Probability that a method of a new stub calls something on what it is given.
    pub callback: f64,
    /// Probability of an object of a type that the code under test asks for, where a supertype is wanted.
    pub tested_type: f64,
    /// Probability of a specimen, or of its class literal, where one fits.
    pub specimen: f64,
    /// Probability of an object that was hard to build, where there is one of the type.
    pub pooled_object: f64,
    /// Probability of putting elements into a new container.
    pub filled_container: f64,
    /// Most elements that are put into a new container at once.
    pub max_elements: usize,
    /// Probability of each further call in a chain on a new object.
    pub chain_link: f64,
    /// Probability that what is inserted is a call on a value that is more than it is declared to be.
    pub narrowed_call: f64,
    /// Probability that what is inserted writes state which an uncovered goal depends on.
    pub state_writer: f64,
    /// Probability that what is inserted brings objects into relation which flow into a later call under test.
    pub relation: f64,
    /// Probability that what is inserted is a second object for a call that takes two of a kind.
    pub twin: f64,
    /// Probability that what is inserted sets state of the process that the class reads.
    pub setting: f64,
    /// Probability that a string is the path of a file, where the class takes such strings.
    pub path_string: f64,
    /// Probability of a value that programs often compare with: 0, 1, -1, extremes, `""`.
    pub special_value: f64,
    /// Probability of a value from the pools of constants and operands.
    pub pool: f64,
    /// Operands of each kind that the dynamic pool keeps.
    pub dynamic_pool_size: usize,
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
    /// Probability that a string is changed by words and parts rather than by characters.
    pub word_edit: f64,
}

impl SearchConfig {
    /// Whether a technique is switched on.
    pub fn has(&self, technique: Technique) -> bool {
        !self.disabled.contains(&technique)
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            algorithm: AlgorithmName::Dynamosa,
            goal_selection: GoalSelection::All,
            line_threshold: 8,
            seed: 0,
            population_size: 50,
            tournament_size: 10,
            crossover_probability: 0.75,
            crossover: CrossoverName::Hmx,
            sbx_distribution_index: 2.5,
            rank_bias: 1.7,
            new_test_probability: 0.1,
            archive_parent_probability: 0.3,
            max_length: 40,
            tests_after_covered: 0,
            late: LateGoalsConfig::default(),
            disabled: BTreeSet::from(Technique::OFF_BY_DEFAULT),
            refinement: RefinementConfig::default(),
            suite: SuiteConfig::default(),
            plus_strategy: PlusStrategy::default(),
            mio: MioConfig::default(),
            generation: GenerationConfig::default(),
            mutation: MutationConfig::default(),
            steps: StepConfig::default(),
        }
    }
}

impl Default for StepConfig {
    fn default() -> Self {
        Self { fixed: 100_000, first: 10_000, factor: 10, most: 30_000_000, share: 0.1 }
    }
}

impl Default for LateGoalsConfig {
    fn default() -> Self {
        Self { criteria: BTreeSet::new(), stall: 0.05, longest: 0.1 }
    }
}

impl SearchConfig {
    /// The defaults of an algorithm: those of the paper it is from.
    pub fn for_algorithm(algorithm: AlgorithmName) -> Self {
        let config = Self { algorithm, ..Self::default() };
        if algorithm.has_parameters_of_whole_suite() {
            Self { population_size: 80, max_length: 80, ..config }
        } else if algorithm.has_binary_tournaments() {
            Self { tournament_size: 2, ..config }
        } else {
            config
        }
    }
}

impl Default for SuiteConfig {
    fn default() -> Self {
        Self { initial_tests: 2, max_tests: 100, bloat_factor: 2 }
    }
}

impl Default for PlusStrategy {
    fn default() -> Self {
        Self { mu: 1, lambda: 7 }
    }
}

impl Default for MioConfig {
    fn default() -> Self {
        Self { tests_per_goal: [10, 1], random_probability: [0.5, 0.0], mutations: [1, 10], focus_after: 0.5 }
    }
}

impl Default for RefinementConfig {
    fn default() -> Self {
        Self {
            local_search: 0.05,
            local_search_bounds: (0.01, 0.2),
            max_climb: 200,
            input_to_state: 0.05,
            input_to_state_bounds: (0.01, 0.1),
            max_substitutions: 30,
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
            lambda: 0.3,
            anonymous_class: 0.1,
            callback: 0.3,
            tested_type: 0.15,
            specimen: 0.4,
            pooled_object: 0.1,
            filled_container: 0.3,
            max_elements: 4,
            chain_link: 0.3,
            narrowed_call: 0.03,
            state_writer: 0.2,
            relation: 0.15,
            twin: 0.05,
            setting: 0.1,
            path_string: 0.3,
            special_value: 0.3,
            pool: 0.5,
            dynamic_pool_size: 50,
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
            word_edit: 0.3,
        }
    }
}
