//! How the wall clock of a class is divided: as much as possible for the search, and for what follows as much as it takes
//! on a machine that is as busy as this one was while the class was analysed.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// Writing a small suite, compiling it and running it twice took 0.9 to 1.3 s on an idle machine; this leaves room.
const FINISH: Duration = Duration::from_millis(1500);
/// And 0.2 to 0.4 ms more for each goal.
const FINISH_PER_GOAL: Duration = Duration::from_micros(450);
/// Of what is left, the share that running tests on mutants has, besides: of the first seconds, in which searches find most, and of those
/// after them.
const SHARE_OF_MUTANTS: f64 = 0.1;
const LATE_SHARE_OF_MUTANTS: f64 = 0.3;
/// After so long a search finds less.
const LATE: Duration = Duration::from_secs(10);
/// Minimising stops when its time is over, but then leaves tests longer than they need to be.
/// It took 0.05 s on average on the wide set, and 0.1 s of a tenth of it.
const MINIMISE: Duration = Duration::from_millis(150);
const MINIMISE_PER_GOAL: Duration = Duration::from_micros(150);
/// What the search has of the time at least, however late it begins: where the analysis and the start of the JVM take all that is not kept for
/// the end, there would be no suite at all.
const LEAST_SHARE_OF_SEARCH: f64 = 0.15;
/// Observing takes little more than a run of each test; of the margin for a test that is running when the time is over.
const SHARE_OF_OBSERVING: f64 = 0.7;
/// Of what is kept for writing and verifying, what observing may take where a test that would not end has used up its time:
/// tests that nobody observed are lost.
const SHARE_OF_LATE_OBSERVING: f64 = 0.25;
/// What the analysis of a class takes that what is kept for the end has room for.
const USUAL_ANALYSIS: Duration = Duration::from_millis(250);
/// A machine that is slower than that is no reason to search even less.
const MAX_SLOWNESS: f64 = 8.0;

/// What a worker may take of the time that is left when it reads its job.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TimePlan {
    /// When the search ends, if it begins in time.
    search_end: Duration,
    /// What it has at least.
    least_search: Duration,
    /// When minimising ends.
    pub(crate) minimise_end: Duration,
    /// When observing ends, and the worker sends what it has, if it begins in time.
    observe_end: Duration,
    /// What the class needs after the worker has ended, or was killed: for writing and verifying.
    pub(crate) finish: Duration,
    /// How much longer than usual the worker that writes takes to analyse the class once more.
    pub(crate) long_analysis: Duration,
}

/// What decides how time is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    /// See [`Slowness`].
    pub(crate) slowness: f64,
    /// How many goals the class has.
    pub(crate) n_goals: usize,
    /// Whether its tests are run on mutants.
    pub(crate) runs_mutants: bool,
    /// What its analysis took.
    pub(crate) analysis: Duration,
}

impl TimePlan {
    /// Divides `left`.
    pub(crate) fn of(left: Duration, demands: &Demands) -> Self {
        let slowness = demands.slowness.clamp(1.0, MAX_SLOWNESS);
        let for_goals =
            |base: Duration, each: Duration| (base + each * demands.n_goals as u32).mul_f64(slowness);
        let for_mutants = if demands.runs_mutants { time_for_mutants(left) } else { Duration::ZERO };
        let long_analysis = demands.analysis.saturating_sub(USUAL_ANALYSIS);
        let finish =
            (for_goals(FINISH, FINISH_PER_GOAL) + long_analysis + for_mutants).min(left.mul_f64(0.4));
        // A test that is running when the time is over may take some more.
        let margin = left.mul_f64(0.05).min(Duration::from_millis(1500));
        let minimise = for_goals(MINIMISE, MINIMISE_PER_GOAL).min(left.mul_f64(0.15));
        let minimise_end = left.saturating_sub(finish + margin);
        Self {
            search_end: minimise_end.saturating_sub(minimise),
            least_search: left.mul_f64(LEAST_SHARE_OF_SEARCH),
            minimise_end,
            observe_end: minimise_end + margin.mul_f64(SHARE_OF_OBSERVING),
            finish,
            long_analysis,
        }
    }

    /// When the search ends that begins now.
    pub(crate) fn search_end(&self, now: Duration) -> Duration {
        self.search_end.max(now + self.least_search)
    }

    /// When observing ends that begins now.
    pub(crate) fn observe_end(&self, now: Duration) -> Duration {
        self.observe_end.max(now + self.finish.mul_f64(SHARE_OF_LATE_OBSERVING))
    }

    /// What is certain to do before anything is known of the class and the machine.
    pub(crate) fn cautious(left: Duration) -> Self {
        let demands =
            Demands { slowness: MAX_SLOWNESS, n_goals: 0, runs_mutants: false, analysis: Duration::ZERO };
        Self::of(left, &demands)
    }
}

/// What running tests on mutants has.
fn time_for_mutants(left: Duration) -> Duration {
    let early = left.min(LATE);
    early.mul_f64(SHARE_OF_MUTANTS) + left.saturating_sub(early).mul_f64(LATE_SHARE_OF_MUTANTS)
}

/// Measures how much longer this thread takes than it would with a processor of its own.
pub(crate) struct Slowness {
    started: Instant,
    processor: Duration,
}

impl Slowness {
    /// Begins to measure.
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), processor: thread_time() }
    }

    /// Time on the clock per time on a processor, since the start; at least 1.
    pub(crate) fn so_far(&self) -> f64 {
        let processor = thread_time().saturating_sub(self.processor);
        (self.started.elapsed().as_secs_f64() / processor.as_secs_f64().max(0.001)).max(1.0)
    }
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// The plan of a class whose analysis takes no time.
    fn plan(left: Duration, slowness: f64, n_goals: usize, runs_mutants: bool) -> TimePlan {
        TimePlan::of(left, &Demands { slowness, n_goals, runs_mutants, analysis: Duration::ZERO })
    }

    #[test]
    fn idle_machine_searches_for_most_of_the_time() {
        let plan = plan(seconds(30), 1.0, 500, false);
        assert!(plan.search_end > seconds(25), "{plan:?}");
        assert!(plan.search_end < plan.minimise_end && plan.observe_end + plan.finish < seconds(30));
    }

    #[test]
    fn busy_machine_and_many_goals_keep_more_for_the_end() {
        let idle = plan(seconds(30), 1.0, 500, false);
        assert_eq!(plan(seconds(30), 3.0, 500, false).finish, idle.finish * 3);
        assert!(plan(seconds(30), 1.0, 5000, false).finish > idle.finish);
    }

    #[test]
    fn long_analysis_keeps_as_much_for_the_one_that_follows() {
        let demands = Demands { slowness: 1.0, n_goals: 500, runs_mutants: false, analysis: seconds(2) };
        let long = TimePlan::of(seconds(30), &demands);
        assert_eq!(long.long_analysis, seconds(2).saturating_sub(USUAL_ANALYSIS));
        assert_eq!(long.finish, plan(seconds(30), 1.0, 500, false).finish + long.long_analysis);
    }

    #[test]
    fn late_observing_has_some_time_of_its_own() {
        let plan = plan(seconds(10), 1.0, 500, false);
        assert_eq!(plan.observe_end(plan.search_end), plan.observe_end);
        let late = plan.observe_end + seconds(1);
        let end = plan.observe_end(late);
        assert!(end > late && end < late + plan.finish / 2, "{plan:?}");
    }

    #[test]
    fn search_has_a_share_of_the_shortest_budget_on_the_slowest_machine() {
        let left = Duration::from_millis(100);
        let plan = plan(left, 1e9, 100_000, true);
        assert!(plan.search_end >= left.mul_f64(0.35), "{plan:?}");
    }

    #[test]
    fn late_search_has_some_time_of_its_own() {
        let plan = plan(seconds(5), 8.0, 500, true);
        assert_eq!(plan.search_end(Duration::ZERO), plan.search_end);
        let late = plan.search_end + Duration::from_millis(1);
        assert_eq!(plan.search_end(late), late + seconds(5).mul_f64(LEAST_SHARE_OF_SEARCH));
    }

    #[test]
    fn thread_that_only_waits_is_slow() {
        let slowness = Slowness::start();
        std::thread::sleep(Duration::from_millis(20));
        assert!(slowness.so_far() > 2.0);
    }
}
