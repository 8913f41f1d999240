//! Ranks of values, equal ones sharing the middle of theirs.

/// The rank of each value, from 1 for the smallest; equal values share the mean of their ranks.
pub fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&left, &right| values[left].total_cmp(&values[right]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while let Some(&first) = order.get(start) {
        let n_equal =
            order[start..].iter().take_while(|&&position| values[position] == values[first]).count();
        let middle = start as f64 + f64::midpoint(n_equal as f64, 1.0);
        for &position in &order[start..start + n_equal] {
            ranks[position] = middle;
        }
        start += n_equal;
    }
    ranks
}

/// How many values share each rank that more than one has.
pub(super) fn ties(values: &[f64]) -> Vec<usize> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.chunk_by(|left, right| left == right).map(<[f64]>::len).filter(|&count| count > 1).collect()
}
