//! What Java's generators of random numbers start from, set to the same before every test, so that a test sees the
//! same numbers whenever it runs; and the order of `Set.of` and `Map.of`, which HotSpot shuffles in every process.
//!
//! `SecureRandom` is not reset: its numbers depend on the tests before.
//!
//! What happens once in a hundred runs (`if (random.nextInt(128) == 0)`) two runs hardly ever show. How many numbers a test draws can be read from
//! the seeds, and seeds can be chosen such that a given draw is 0.

mod seed_steps;

use evoke_runtime::layout::collection_salts;
use jni_sys::{jfieldID, jobject, jvalue};

use crate::compiled_code;
use crate::jni::{Env, Fault, JniType};
use crate::surroundings::{Order, Surroundings};

/// What another start differs by.
const OTHER_SEED: i64 = 0x2c1b_3c6d_58f1;

/// The static generators of the JDK, ready to be reset.
#[derive(Clone, Copy)]
pub(crate) struct RandomSources {
    env: Env,
    seed: i64,
    seed_at_first: i64,
    /// The draw that is to be the least number, from 1 on.
    least: Option<u32>,
    /// `Random.seedUniquifier` and the seed behind `Math.random`, each an `AtomicLong`.
    seeds: [jobject; 2],
    atomic_value: jfieldID,
    thread: jobject,
    thread_seed: jfieldID,
    thread_probe: jfieldID,
    /// What each draw adds to the seed of a thread.
    thread_step: i64,
}

impl RandomSources {
    /// Finds them. The calling thread is the one that runs tests.
    pub(crate) fn open(env: Env, surroundings: &Surroundings) -> Result<Self, Fault> {
        order_collections(env, surroundings.collection_order)?;
        let atomic = env.find_boot_class("java/util/concurrent/atomic/AtomicLong")?;
        let thread_class = env.find_boot_class("java/lang/Thread")?;
        let current = env.static_method(thread_class, "currentThread", "()Ljava/lang/Thread;")?;
        // SAFETY: the call returned a reference.
        let thread = unsafe { env.call_static(thread_class, current, JniType::Reference, &[])?.l };
        let thread = env.globalize(thread)?;
        let thread_seed = env.field(thread_class, "threadLocalRandomSeed", "J")?;
        Ok(Self {
            env,
            seed: surroundings.random_seed,
            seed_at_first: surroundings.random_seed,
            least: None,
            seeds: [seed_uniquifier(env)?, seed_of_math(env)?],
            atomic_value: env.field(atomic, "value", "J")?,
            thread,
            thread_seed,
            thread_probe: env.field(thread_class, "threadLocalRandomProbe", "I")?,
            thread_step: step_of_thread(env, thread, thread_seed)?,
        })
    }

    /// Has them start elsewhere, or where they did at first.
    pub(crate) fn move_elsewhen(&mut self, moves: bool) {
        self.seed = if moves { self.seed_at_first ^ OTHER_SEED } else { self.seed_at_first };
    }

    /// Has them start such that this draw, from 1 on, gives the least number, or where they did.
    pub(crate) fn make_least(&mut self, draw: Option<u32>) {
        self.least = draw;
    }

    /// Sets them to their start.
    pub(crate) fn reset(self) {
        let set = |object, field, seed| self.env.set(object, field, JniType::Long, jvalue { j: seed });
        let [uniquifier, math] = self.seeds;
        set(uniquifier, self.atomic_value, self.seed);
        set(math, self.atomic_value, self.start_of_math());
        set(self.thread, self.thread_seed, self.start_of_thread());
        // Zero would mean that the thread has no seed yet.
        self.env.set(self.thread, self.thread_probe, JniType::Int, jvalue { i: 1 });
    }
}

impl RandomSources {
    fn start_of_thread(self) -> i64 {
        self.least.map_or(self.seed, |draw| self.thread_step.wrapping_mul(-i64::from(draw)))
    }

    fn start_of_math(self) -> i64 {
        self.least.map_or(self.seed, seed_steps::before_least)
    }

    /// Numbers drawn since the last reset, by the thread that runs tests.
    pub(crate) fn draws(self) -> u32 {
        // SAFETY: both fields are longs.
        let get = |object, field| unsafe { self.env.get(object, field, JniType::Long).j };
        let of_thread = get(self.thread, self.thread_seed).wrapping_sub(self.start_of_thread());
        let of_math = get(self.seeds[1], self.atomic_value);
        seed_steps::additions(of_thread, self.thread_step)
            .max(seed_steps::draws(self.start_of_math(), of_math))
    }
}

/// What one draw adds to the seed of the calling thread: since Java 17 not the same for all threads.
fn step_of_thread(env: Env, thread: jobject, seed: jfieldID) -> Result<i64, Fault> {
    const NAME: &str = "java/util/concurrent/ThreadLocalRandom";
    let class = env.find_boot_class(NAME)?;
    let current = env.static_method(class, "current", &format!("()L{NAME};"))?;
    // SAFETY: the call returned a reference.
    let generator = unsafe { env.call_static(class, current, JniType::Reference, &[])?.l };
    // SAFETY: the field is a long.
    let read = || unsafe { env.get(thread, seed, JniType::Long).j };
    let before = read();
    env.call_virtual(generator, env.method(class, "nextInt", "()I")?, JniType::Int, &[])?;
    Ok(read().wrapping_sub(before))
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
/// Its fields have had three forms; a JDK without any shuffles nothing (Java 8) or goes on shuffling. A JVM that starts iterates over
/// many such collections, and may have compiled that.
fn order_collections(env: Env, order: Order) -> Result<(), Fault> {
    let Ok(class) = env.find_boot_class("java/util/ImmutableCollections") else {
        return Ok(());
    };
    let is_ascending = order == Order::Ascending;
    let (salt, salt_before_15) = match order {
        Order::Ascending => (collection_salts::UP, collection_salts::UP_BEFORE_15),
        Order::Descending => (collection_salts::DOWN, collection_salts::DOWN_BEFORE_15),
    };
    let fields = [
        ("SALT32L", "J", JniType::Long, jvalue { j: i64::from(salt as u32) }),
        ("SALT", "I", JniType::Int, jvalue { i: salt_before_15 }),
        ("REVERSE", "Z", JniType::Boolean, jvalue { z: is_ascending }),
    ];
    for (name, descriptor, jni_type, value) in fields {
        if let Ok(field) = env.static_field(class, name, descriptor) {
            env.set_static(class, field, jni_type, value);
        }
    }
    compiled_code::discard(env, class)
}
