//! Figures of a run beside what it covered.

/// A figure that runs can be compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is described by its name in tables")]
pub enum Figure {
    MutationScore,
    Tests,
    Length,
    SourceLines,
    CostSeconds,
    CostBytes,
    LoopCycles,
    CallsInClass,
    CallsOfTests,
    Allocations,
    LinesRun,
    OtherStatements,
    SearchSeconds,
    TotalSeconds,
    TestsExecuted,
    StatementsExecuted,
    Generations,
    WorkerRestarts,
    Timeouts,
    DroppedTests,
    Mutants,
    MutantsKilled,
}

impl Figure {
    /// All, in the order of reports.
    pub const ALL: [Self; 22] = [
        Self::MutationScore,
        Self::Tests,
        Self::Length,
        Self::SourceLines,
        Self::CostSeconds,
        Self::CostBytes,
        Self::LoopCycles,
        Self::CallsInClass,
        Self::CallsOfTests,
        Self::Allocations,
        Self::LinesRun,
        Self::OtherStatements,
        Self::SearchSeconds,
        Self::TotalSeconds,
        Self::TestsExecuted,
        Self::StatementsExecuted,
        Self::Generations,
        Self::WorkerRestarts,
        Self::Timeouts,
        Self::DroppedTests,
        Self::Mutants,
        Self::MutantsKilled,
    ];
    /// The proxies of what tests cost, in the order of their numbers, I1 to I7.
    pub const PROXIES: [Self; 7] = [
        Self::LoopCycles,
        Self::CallsInClass,
        Self::CallsOfTests,
        Self::Allocations,
        Self::LinesRun,
        Self::OtherStatements,
        Self::Length,
    ];

    /// Its name in the database and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::MutationScore => "mutation score",
            Self::Tests => "tests",
            Self::Length => "I7 length",
            Self::SourceLines => "source lines",
            Self::CostSeconds => "cost seconds",
            Self::CostBytes => "cost bytes",
            Self::LoopCycles => "I1 loop cycles",
            Self::CallsInClass => "I2 calls in the class",
            Self::CallsOfTests => "I3 calls of the tests",
            Self::Allocations => "I4 allocations",
            Self::LinesRun => "I5 lines run",
            Self::OtherStatements => "I6 other statements",
            Self::SearchSeconds => "search seconds",
            Self::TotalSeconds => "total seconds",
            Self::TestsExecuted => "tests executed",
            Self::StatementsExecuted => "statements executed",
            Self::Generations => "generations",
            Self::WorkerRestarts => "worker restarts",
            Self::Timeouts => "timeouts",
            Self::DroppedTests => "dropped tests",
            Self::Mutants => "mutants",
            Self::MutantsKilled => "mutants killed",
        }
    }

    /// The figure of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Whether a report compares configurations by it.
    pub fn is_compared(self) -> bool {
        self <= Self::OtherStatements
    }

    /// Whether it is a wall clock's, so that the same run has another value each time.
    pub fn is_timed(self) -> bool {
        matches!(self, Self::CostSeconds | Self::SearchSeconds | Self::TotalSeconds)
    }
}
