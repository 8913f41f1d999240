//! Techniques of the search that can be switched off, so that what each is worth can be measured.

use evoke_analysis::named_enum;

named_enum! {
    /// A technique of the search that it can do without.
    pub enum Technique: "technique of the search" {
        /// Values from the constants of the class under test and of the classes it uses.
        Constants = "constants",
        /// Values from operands that comparisons had at run time.
        DynamicPool = "dynamic-pool",
        /// The other operand of a comparison written in place of the value of the test that the one came from.
        InputToState = "input-to-state",
        /// Inputs of calls that ran beyond the end of something made longer.
        LongerInputs = "longer-inputs",
        /// Words put into strings, and parts of strings repeated, taken out and put in brackets.
        WordEdits = "word-edits",
        /// Hill climbing on the literals of the tests nearest to a goal.
        LocalSearch = "local-search",
        /// Of tests equally near to a goal, the one that runs more lines of its method is preferred.
        LineCoverage = "line-coverage",
        /// Interfaces and abstract classes that tests implement themselves.
        Stubs = "stubs",
        /// Stubs of which a method throws.
        ThrowingStubs = "throwing-stubs",
        /// Methods of stubs that give one value after the other.
        SuccessiveValues = "successive-values",
        /// Calls that methods of stubs make on what they are given.
        Callbacks = "callbacks",
        /// How far strings, collections and results of methods were from deciding otherwise; without it true is 1 away from
        /// false.
        StringDistances = "string-distances",
        /// Containers into which elements are put before they are used.
        FilledContainers = "filled-containers",
        /// Sizes that are drawn together: rows of one length, arrays as long as others, numbers within sizes.
        RelatedSizes = "related-sizes",
        /// Arguments that an earlier call already took for a parameter of the same type.
        FamiliarArguments = "familiar-arguments",
        /// Objects of the types that the code under test asks for by `instanceof` or a cast, where a supertype is wanted.
        TestedTypes = "tested-types",
        /// Classes of the test's own for code that examines classes by reflection, annotated where it reads annotations.
        Specimens = "specimens",
        /// Chains of calls that give their receiver's own type, as builders have them.
        CallChains = "call-chains",
        /// Objects that were hard to build, built again in the same way.
        ObjectPool = "object-pool",
        /// Members of the types that returned values turned out to be of.
        RunTimeTypes = "run-time-types",
        /// Calls that set what the class reads of the process: `System.in`, properties, default locale and time zone.
        Settings = "settings",
        /// Calls that bring objects into relation which flow into a later call under test.
        Relations = "relations",
        /// Second objects, equal to the first one or different in one thing, for calls that take two of a kind.
        Twins = "twins",
        /// Calls of other classes of the package that lead into the class under test.
        Callers = "callers",
        /// Calls that write the fields which the condition of an uncovered goal reads.
        StateWriters = "state-writers",
        /// Children of tests that cover something already, besides those of tests nearest to what is uncovered.
        ArchiveParents = "archive-parents",
        /// Populations begun anew, of tests that are built in another manner, where nothing new is found.
        Restarts = "restarts",
        /// Calls under test chosen by the goals that they may still cover.
        GoalWeights = "goal-weights",
        /// Static fields set back before every test to what they were when their classes had been initialised.
        FreshStatics = "fresh-statics",
        /// `fresh-statics` where tests that completed would not do so otherwise; such tests are run again now and then.
        StateWatch = "state-watch",
        /// Generators chosen by what they need and by how often they threw.
        GeneratorWeights = "generator-weights",
        /// Few steps for each test at first, and more where calls turn out to need them; without it all tests have the same.
        AdaptiveSteps = "adaptive-steps",
        /// Goals count as covered that a search for another goal came upon. Only the search for one goal at a time can do without.
        CollateralCoverage = "collateral-coverage",
    }
}

impl Technique {
    /// Techniques that are off unless asked for, since they did not gain when they were measured (`docs/results/ablation.md`;
    /// `restarts`: `docs/results/subjects.md`), or were not measured yet on many classes (`fresh-statics`).
    pub const OFF_BY_DEFAULT: [Self; 5] =
        [Self::LineCoverage, Self::StateWriters, Self::Twins, Self::Restarts, Self::FreshStatics];
}
