//! How many identity hash codes the JVM makes: objects that have no other lie in hash tables in an order that they decide.
//!
//! Numbered ([`IdentityHashes::Sequential`]), each is the last one and 1. Scattered, each follows from the last as HotSpot's own random numbers
//! do: the generator of Lehmer with the multiplier 16,807 and the modulus 2^31 - 1 (Park and Miller 1988). The JVM draws such numbers for
//! itself, too, when it makes threads, say, which counts as codes made.

use jni_sys::{jclass, jmethodID, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::surroundings::IdentityHashes;

/// More codes than so many are as many.
const MOST_HASHES: u32 = 64;

const MULTIPLIER: u64 = 16_807;
const MODULUS: u64 = (1 << 31) - 1;

/// Makes identity hash codes, to tell from them how many others were made between them.
#[derive(Clone, Copy)]
pub(crate) struct IdentityHashCounter {
    env: Env,
    kind: IdentityHashes,
    object: jclass,
    constructor: jmethodID,
    system: jclass,
    identity_hash_code: jmethodID,
}

impl IdentityHashCounter {
    pub(crate) fn open(env: Env, kind: IdentityHashes) -> Result<Self, Fault> {
        let object = env.find_boot_class("java/lang/Object")?;
        let system = env.find_boot_class("java/lang/System")?;
        Ok(Self {
            env,
            kind,
            object,
            constructor: env.method(object, "<init>", "()V")?,
            system,
            identity_hash_code: env.static_method(system, "identityHashCode", "(Ljava/lang/Object;)I")?,
        })
    }

    /// That of a new object; `None` where there is no memory for one.
    pub(crate) fn make(self) -> Option<u32> {
        let object = self.env.new_object(self.object, self.constructor, &[]).ok()?;
        let arguments = [jvalue { l: object }];
        let hash = self.env.call_static(self.system, self.identity_hash_code, JniType::Int, &arguments);
        self.env.delete_local(object);
        // SAFETY: the method gives an int.
        hash.ok().map(|hash| unsafe { hash.i } as u32)
    }

    /// How many were made between these two; no more than [`MOST_HASHES`].
    pub(crate) fn between(self, first: u32, second: u32) -> u32 {
        match self.kind {
            IdentityHashes::Sequential => second.wrapping_sub(first).saturating_sub(1).min(MOST_HASHES),
            IdentityHashes::Scattered => scattered_between(first, second),
        }
    }
}

fn scattered_between(first: u32, second: u32) -> u32 {
    let mut last = u64::from(first);
    let mut steps = 0;
    while last != u64::from(second) && steps <= MOST_HASHES {
        last = last * MULTIPLIER % MODULUS;
        steps += 1;
    }
    steps.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattered_codes_are_counted_between_two() {
        // Park and Miller 1988: from 1 on the 10,000th is 1,043,618,065.
        let next = |last: u64| last * MULTIPLIER % MODULUS;
        let code = |n| (0..n).fold(1_u64, |last, _| next(last));
        assert_eq!(code(10_000), 1_043_618_065);
        let between = |one, other| scattered_between(code(one) as u32, code(other) as u32);
        assert_eq!([between(7, 8), between(7, 9), between(7, 12), between(7, 7)], [0, 1, 4, 0]);
        assert_eq!([between(7, 200), between(200, 7)], [MOST_HASHES, MOST_HASHES]);
    }
}
