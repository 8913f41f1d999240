//! The ids that a run touched in ascending order. Sorting takes most of the time it takes to read a trace, and ids are small numbers: where
//! many were touched, a bit for each id that there is gives them in order without comparing any.

/// So few are sorted sooner than any number of bits is looked at.
const FEW: usize = 16;
/// How many words of bits may be looked at for each id that was touched.
const MAX_WORDS_PER_ID: usize = 8;

/// The ids, ascending, each once; all are below `room`, and what is not is left out.
pub(crate) fn ascending(touched: Vec<u32>, room: usize) -> Vec<u32> {
    let n_words = room.div_ceil(u64::BITS as usize);
    if touched.len() <= FEW || n_words > touched.len() * MAX_WORDS_PER_ID {
        return sorted(touched, room);
    }
    let mut words = vec![0_u64; n_words];
    for id in &touched {
        if let Some(word) = words.get_mut(*id as usize / 64) {
            *word |= 1 << (id % 64);
        }
    }
    let mut ids = touched;
    ids.clear();
    for (position, mut word) in words.into_iter().enumerate() {
        while word != 0 {
            ids.push(position as u32 * 64 + word.trailing_zeros());
            word &= word - 1;
        }
    }
    ids
}

fn sorted(mut ids: Vec<u32>, room: usize) -> Vec<u32> {
    ids.retain(|id| (*id as usize) < room);
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ids_come_as_if_sorted(ids in prop::collection::vec(0_u32..640, 0..200)) {
            let room = 640;
            prop_assert_eq!(ascending(ids.clone(), room), sorted(ids, room));
        }
    }

    #[test]
    fn what_is_no_id_is_left_out() {
        assert_eq!(ascending(vec![3, 900, 1, 3], 64), [1, 3]);
        let many: Vec<u32> = (0..40).rev().chain([900]).collect();
        assert_eq!(ascending(many, 64), (0..40).collect::<Vec<_>>());
    }
}
