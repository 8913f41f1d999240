//! The surroundings of the JVM of this process: what can be set only once it runs, and is set anew for every test.

use std::time::Duration;

use jni_sys::jvalue;

use crate::assertion_switch::AssertionSwitch;
use crate::declared_members;
use crate::elsewhere::Elsewhere;
use crate::identity_hashes::IdentityHashCounter;
use crate::jni::{Env, Fault, JniType};
use crate::jvm_parts::JvmParts;
use crate::other_threads::OtherThreads;
use crate::random_sources::RandomSources;
use crate::static_state::StaticState;
use crate::surroundings::Surroundings;
use crate::virtual_clock::VirtualClock;
use crate::virtual_waits::VirtualWaits;

/// Those of the JVM of this process.
#[derive(Clone, Copy)]
pub(crate) struct InstalledSurroundings {
    clock: VirtualClock,
    assertions: AssertionSwitch,
    elsewhere: Elsewhere,
    random_sources: RandomSources,
    pub(crate) identity_hashes: IdentityHashCounter,
    pub(crate) waits: VirtualWaits,
    /// `None` where tests find what others left.
    static_state: Option<StaticState>,
    lets_threads_finish: bool,
}

impl InstalledSurroundings {
    /// Replaces what arguments cannot. The calling thread is the one that runs tests.
    pub(crate) fn install(
        env: Env,
        surroundings: &Surroundings,
        parts: &JvmParts<'_>,
    ) -> Result<Self, Fault> {
        let clock = VirtualClock::install(env, surroundings)?;
        let assertions = AssertionSwitch::open(env, parts.runtime.assertions, surroundings)?;
        let elsewhere = Elsewhere::open(env, parts.runtime)?;
        let random_sources = RandomSources::open(env, surroundings)?;
        let identity_hashes = IdentityHashCounter::open(env, surroundings.identity_hashes)?;
        let waits = VirtualWaits::install(env, clock, parts)?;
        declared_members::install(env, surroundings.member_order, parts)?;
        name_thread(env, surroundings.test_thread)?;
        let static_state = StaticState::begin(env, parts.runtime, surroundings.static_fields)?;
        let lets_threads_finish = surroundings.lets_threads_finish;
        Ok(Self {
            clock,
            assertions,
            elsewhere,
            random_sources,
            identity_hashes,
            waits,
            static_state,
            lets_threads_finish,
        })
    }

    /// Makes the next test find static fields as they were at first, or when they were remembered, if that is what tests find here.
    pub(crate) fn restore_static_state(&self) {
        if let Some(static_state) = self.static_state {
            static_state.restore();
        }
    }

    /// What static fields hold now is what they hold at first from now on.
    pub(crate) fn keep_static_state(&self) {
        if let Some(static_state) = self.static_state {
            static_state.keep();
        }
    }

    /// What static fields hold now is what tests find that are to find something else than others left.
    pub(crate) fn remember_static_state(&self) {
        if let Some(static_state) = self.static_state {
            static_state.remember();
        }
    }

    /// Sets static fields back after a test that was stopped.
    pub(crate) fn undo_static_state(&self) {
        if let Some(static_state) = self.static_state {
            static_state.undo();
        }
    }

    /// Waits for threads that the running test made, if that is done here, no longer than that; gives what is left of it.
    pub(crate) fn let_threads_finish(&self, most_time: Duration) -> Duration {
        if self.lets_threads_finish { OtherThreads::let_finish(most_time) } else { Duration::ZERO }
    }

    /// Makes later tests see other times, another time zone and default charset and other random numbers and has `assert` be checked, or what
    /// every test sees again.
    pub(crate) fn move_elsewhen(&mut self, moves: bool) {
        self.clock.move_elsewhen(moves);
        self.elsewhere.move_there(moves);
        self.assertions.turn_on(moves);
        self.random_sources.move_elsewhen(moves);
    }

    /// Makes the number that later tests draw at this place, from 1 on, the least that there is, or any again.
    pub(crate) fn make_least(&mut self, draw: Option<u32>) {
        self.random_sources.make_least(draw);
    }

    /// Makes later tests begin at this moment, or at that of every test again.
    pub(crate) fn begin_at(&self, millis: Option<i64>) {
        self.clock.begin_at(millis);
    }

    /// How often the thread that runs tests asked for the date since the test began.
    pub(crate) fn dates_read(&self) -> u32 {
        self.clock.dates_read()
    }

    /// Random numbers drawn since the test began.
    pub(crate) fn draws(&self) -> u32 {
        self.random_sources.draws()
    }

    /// Makes the next test see the times and the random numbers that every test sees, where it is to be run.
    pub(crate) fn begin_test(&self) {
        self.clock.reset();
        self.elsewhere.begin_test();
        self.random_sources.reset();
    }
}

/// Names the calling thread.
fn name_thread(env: Env, name: &str) -> Result<(), Fault> {
    let class = env.find_boot_class("java/lang/Thread")?;
    let current = env.static_method(class, "currentThread", "()Ljava/lang/Thread;")?;
    // SAFETY: the call returned a reference.
    let thread = unsafe { env.call_static(class, current, JniType::Reference, &[])?.l };
    let set_name = env.method(class, "setName", "(Ljava/lang/String;)V")?;
    env.call_virtual(thread, set_name, JniType::Void, &[jvalue { l: env.new_text(name)? }])?;
    Ok(())
}
