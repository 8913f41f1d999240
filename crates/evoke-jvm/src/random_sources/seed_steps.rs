//! How the seeds of the JDK's generators go from one draw to the next: `ThreadLocalRandom` adds a number, and gives 0 for the seed 0;
//! `java.util.Random` is a linear congruential generator of 48 bits (its documentation says which), of whose bits the upper ones are drawn.

/// More draws than so many are as many.
const MOST_DRAWS: u32 = 64;

const MULTIPLIER: u64 = 0x5_deec_e66d;
const INCREMENT: u64 = 0xb;
const MASK: u64 = (1 << 48) - 1;
/// `Math.random` takes so many steps for a number.
const STEPS_OF_DOUBLE: u32 = 2;

/// How often the step, which is odd, was added where the sum of all is this; no more than [`MOST_DRAWS`].
pub(super) fn additions(sum: i64, step: i64) -> u32 {
    let times = (sum as u64).wrapping_mul(inverse(step as u64));
    times.min(u64::from(MOST_DRAWS)) as u32
}

/// How many numbers were drawn between these seeds of a `java.util.Random`, two steps each; no more than [`MOST_DRAWS`].
pub(super) fn draws(from: i64, to: i64) -> u32 {
    let to = to as u64 & MASK;
    let mut seed = from as u64 & MASK;
    let mut steps = 0;
    while seed != to && steps < STEPS_OF_DOUBLE * MOST_DRAWS {
        seed = seed.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        steps += 1;
    }
    steps.div_ceil(STEPS_OF_DOUBLE)
}

/// The seed of a `java.util.Random` from which the number drawn at this place, from 1 on, is 0: its first step leads to the seed 0, its second
/// to one whose upper bits are 0 too.
pub(super) fn before_least(draw: u32) -> i64 {
    let inverse = inverse(MULTIPLIER);
    let steps = STEPS_OF_DOUBLE * (draw - 1) + 1;
    let seed = (0..steps).fold(0_u64, |seed, _| seed.wrapping_sub(INCREMENT).wrapping_mul(inverse) & MASK);
    seed as i64
}

/// What an odd number gives 1 with, modulo 2^64 and any lower power of 2 (Newton's iteration, which doubles the bits that are right).
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `java.util.Random.next`.
    fn next(seed: &mut u64, bits: u32) -> u64 {
        *seed = seed.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        *seed >> (48 - bits)
    }

    #[test]
    fn draw_at_the_place_is_zero() {
        for draw in 1..=8 {
            let mut seed = before_least(draw) as u64;
            // `nextDouble`.
            let drawn: Vec<u64> =
                (1..=8).map(|_| (next(&mut seed, 26) << 27) + next(&mut seed, 27)).collect();
            let zero = drawn.iter().position(|number| *number == 0);
            assert_eq!(zero, Some(draw as usize - 1), "{drawn:?}");
        }
    }

    #[test]
    fn draws_are_counted() {
        let mut seed = 0x5851_f42d_4c95_u64 & MASK;
        let first = seed as i64;
        assert_eq!(draws(first, first), 0);
        for number in 1..=5 {
            next(&mut seed, 26);
            next(&mut seed, 27);
            assert_eq!(draws(first, seed as i64), number);
        }
        assert_eq!(draws(first, 1), MOST_DRAWS);
        let step = 0x9e37_79b9_7f4a_7c15_u64 as i64;
        assert_eq!([0, 1, 7].map(|times: i64| additions(step.wrapping_mul(times), step)), [0, 1, 7]);
        assert_eq!(additions(1234, step), MOST_DRAWS);
    }
}
