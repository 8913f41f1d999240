//! The surroundings of the JVM of this process: what can be set only once it runs, and is set anew for every test.

use crate::jni::{Env, Fault};
use crate::random_sources::RandomSources;
use crate::surroundings::Surroundings;
use crate::virtual_clock::VirtualClock;
use crate::virtual_waits::{JvmParts, VirtualWaits};

/// Those of the JVM of this process.
#[derive(Clone, Copy)]
pub(crate) struct InstalledSurroundings {
    clock: VirtualClock,
    random_sources: RandomSources,
    pub(crate) waits: VirtualWaits,
}

impl InstalledSurroundings {
    /// Replaces what arguments cannot. The calling thread is the one that runs tests.
    pub(crate) fn install(
        env: Env,
        surroundings: &Surroundings,
        parts: &JvmParts<'_>,
    ) -> Result<Self, Fault> {
        let clock = VirtualClock::install(env, surroundings)?;
        let random_sources = RandomSources::open(env, surroundings)?;
        Ok(Self { clock, random_sources, waits: VirtualWaits::install(env, clock, parts)? })
    }

    /// Makes the next test see the times and the random numbers that every test sees.
    pub(crate) fn begin_test(&self) {
        self.clock.reset();
        self.random_sources.reset();
    }
}
