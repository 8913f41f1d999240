//! Runs of a test in which chance has it otherwise.
//!
//! One of the random numbers that it draws is the least there is: what happens once in a hundred draws two runs with other luck hardly ever
//! show. Objects that lie in a hash table by their identity are in another order: of two of them, two runs have the same order every other time.
//! The pool that all tests share is done with its work before a test goes on in one run, and begins it in another when the test waits or its
//! values were looked at. Files that a test writes are written at one moment in one run, and long after each other in another. Of a test that asks
//! for the date two runs have two weekdays of seven. What a `SecureRandom` gives no seed decides: only many runs tell what it can do.

use std::iter;

use evoke_analysis::TestCluster;
use evoke_testcase::{
    ExecutionTrace, FileTimes, N_MOMENTS, Observations, Observer, PoolPace, Statement, TestCase,
};

/// Of the numbers that a test draws, so many are the least there is once.
const MOST_DRAWS: u32 = 8;
/// Runs of a test for which several identity hash codes are made, other ones in each: an order of two objects is the same in all of them once
/// in 64 times.
const RUNS_BY_IDENTITY: usize = 6;
/// Runs of a test that has a [`SECURE_RANDOM`]: what happens in every sixth is missed once in nine times.
const RUNS_BY_SECURE_CHANCE: usize = 12;
/// The class whose numbers no seed decides.
const SECURE_RANDOM: &str = "java/security/SecureRandom";

/// What one run has otherwise.
#[derive(Clone, Copy)]
enum Chance {
    /// This draw is the least number.
    Draw(u32),
    /// It begins at this other moment.
    Moment(usize),
    /// Files seem to be written then.
    Files(FileTimes),
    /// The pool that all tests share works at this pace.
    Pace(PoolPace),
    /// Identity hash codes and what no seed decides are other ones in every run.
    Unseeded,
}

/// One run after the other, as they are asked for, of a test that left so much to chance in the run that this is the trace of.
pub(crate) fn by_other_chances<'o>(
    observer: &'o mut (impl Observer + ?Sized),
    cluster: &TestCluster,
    test: &'o TestCase,
    trace: &ExecutionTrace,
) -> impl Iterator<Item = Observations> + 'o {
    let draws = (1..=trace.draws.min(MOST_DRAWS)).map(Chance::Draw);
    let n_moments = if trace.dates_read > 0 { N_MOMENTS } else { 0 };
    let n_by_identity = if trace.identity_hashes > 1 { RUNS_BY_IDENTITY } else { 0 };
    let n_by_secure_chance = if has_secure_random(test, cluster) { RUNS_BY_SECURE_CHANCE } else { 0 };
    let n_unseeded = n_by_identity.max(n_by_secure_chance);
    let times = if trace.leaves_files { &[FileTimes::AtOnce, FileTimes::Apart][..] } else { &[] };
    let paces = if trace.uses_pool { &[PoolPace::Ahead, PoolPace::Late][..] } else { &[] };
    let chances = draws
        .chain((0..n_moments).map(Chance::Moment))
        .chain(times.iter().copied().map(Chance::Files))
        .chain(paces.iter().copied().map(Chance::Pace))
        .chain(iter::repeat_n(Chance::Unseeded, n_unseeded));
    chances.map(move |chance| match chance {
        Chance::Draw(draw) => observer.observe_by_rare_luck(test, draw),
        Chance::Files(times) => observer.observe_with_file_times(test, times),
        Chance::Pace(pace) => observer.observe_at_pace(test, pace),
        Chance::Moment(moment) => observer.observe_at_moment(test, moment),
        Chance::Unseeded => observer.observe(test),
    })
}

fn has_secure_random(test: &TestCase, cluster: &TestCluster) -> bool {
    test.statements().iter().any(|statement| match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).owner.as_str() == SECURE_RANDOM,
        _ => false,
    })
}
