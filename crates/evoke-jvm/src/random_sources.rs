//! What Java's generators of random numbers start from, set to the same before every test, so that a test sees the
//! same numbers whenever it runs; and the order of `Set.of` and `Map.of`, which HotSpot shuffles in every process.
//!
//! `SecureRandom` is not reset: its numbers depend on the tests before.

use jni_sys::{jfieldID, jobject, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::surroundings::Surroundings;

/// What another start differs by.
const OTHER_SEED: i64 = 0x2c1b_3c6d_58f1;

/// The static generators of the JDK, ready to be reset.
#[derive(Clone, Copy)]
pub(crate) struct RandomSources {
    env: Env,
    seed: i64,
    seed_at_first: i64,
    /// `Random.seedUniquifier` and the seed behind `Math.random`, each an `AtomicLong`.
    seeds: [jobject; 2],
    atomic_value: jfieldID,
    thread: jobject,
    thread_seed: jfieldID,
    thread_probe: jfieldID,
}

impl RandomSources {
    /// Finds them. The calling thread is the one that runs tests.
    pub(crate) fn open(env: Env, surroundings: &Surroundings) -> Result<Self, Fault> {
        salt_collections(env, surroundings.collection_salt);
        let atomic = env.find_boot_class("java/util/concurrent/atomic/AtomicLong")?;
        let thread_class = env.find_boot_class("java/lang/Thread")?;
        let current = env.static_method(thread_class, "currentThread", "()Ljava/lang/Thread;")?;
        // SAFETY: the call returned a reference.
        let thread = unsafe { env.call_static(thread_class, current, JniType::Reference, &[])?.l };
        Ok(Self {
            env,
            seed: surroundings.random_seed,
            seed_at_first: surroundings.random_seed,
            seeds: [seed_uniquifier(env)?, seed_of_math(env)?],
            atomic_value: env.field(atomic, "value", "J")?,
            thread: env.globalize(thread)?,
            thread_seed: env.field(thread_class, "threadLocalRandomSeed", "J")?,
            thread_probe: env.field(thread_class, "threadLocalRandomProbe", "I")?,
        })
    }

    /// Has them start elsewhere, or where they did at first.
    pub(crate) fn move_on(&mut self, moves: bool) {
        self.seed = if moves { self.seed_at_first ^ OTHER_SEED } else { self.seed_at_first };
    }

    /// Sets them to their start.
    pub(crate) fn reset(self) {
        let seed = jvalue { j: self.seed };
        for atomic in self.seeds {
            self.env.set(atomic, self.atomic_value, JniType::Long, seed);
        }
        self.env.set(self.thread, self.thread_seed, JniType::Long, seed);
        // Zero would mean that the thread has no seed yet.
        self.env.set(self.thread, self.thread_probe, JniType::Int, jvalue { i: 1 });
    }
}

const ATOMIC_LONG: &str = "Ljava/util/concurrent/atomic/AtomicLong;";

fn seed_uniquifier(env: Env) -> Result<jobject, Fault> {
    let random = env.find_boot_class("java/util/Random")?;
    let field = env.static_field(random, "seedUniquifier", ATOMIC_LONG)?;
    // SAFETY: the field holds a reference.
    env.globalize(unsafe { env.get_static(random, field, JniType::Reference).l })
}

fn seed_of_math(env: Env) -> Result<jobject, Fault> {
    let random = env.find_boot_class("java/util/Random")?;
    let holder = env.find_boot_class("java/lang/Math$RandomNumberGeneratorHolder")?;
    let generator = env.static_field(holder, "randomNumberGenerator", "Ljava/util/Random;")?;
    // SAFETY: the field holds a reference.
    let generator = unsafe { env.get_static(holder, generator, JniType::Reference).l };
    let seed = env.field(random, "seed", ATOMIC_LONG)?;
    // SAFETY: the field holds a reference.
    env.globalize(unsafe { env.get(generator, seed, JniType::Reference).l })
}

/// Since Java 10 the salt decides the order of iteration and nothing else, so it can change while collections exist.
/// Its fields have had three forms; a JDK without any shuffles nothing (Java 8) or goes on shuffling.
fn salt_collections(env: Env, salt: u32) {
    let Ok(class) = env.find_boot_class("java/util/ImmutableCollections") else {
        return;
    };
    let fields = [
        ("SALT32L", "J", JniType::Long, jvalue { j: i64::from(salt) }),
        ("SALT", "I", JniType::Int, jvalue { i: salt as i32 }),
        ("REVERSE", "Z", JniType::Boolean, jvalue { z: salt & 1 == 0 }),
    ];
    for (name, descriptor, jni_type, value) in fields {
        if let Ok(field) = env.static_field(class, name, descriptor) {
            env.set_static(class, field, jni_type, value);
        }
    }
}
