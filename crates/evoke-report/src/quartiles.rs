//! The middle and the spread of a sample.

use serde::{Deserialize, Serialize};

/// Median and quartiles, between neighbours in a straight line (Hyndman and Fan's type 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// A quarter of the values is below.
    pub lower: f64,
    /// Half of the values is below.
    pub median: f64,
    /// Three quarters of the values are below.
    pub upper: f64,
}

impl Quartiles {
    /// Of a sample in any order; zeros for an empty one.
    pub fn of(sample: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = sample.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Self {
            lower: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            upper: quantile(&sorted, 0.75),
        }
    }
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let position = share * last as f64;
    let below = sorted[position.floor() as usize];
    let above = sorted[position.ceil() as usize];
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_an_odd_sample_are_values_of_it() {
        let quartiles = Quartiles::of([5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!(quartiles, Quartiles { lower: 2.0, median: 3.0, upper: 4.0 });
    }

    #[test]
    fn quartiles_between_values_lie_on_a_straight_line() {
        let quartiles = Quartiles::of([1.0, 2.0, 3.0, 10.0]);
        assert_eq!(quartiles, Quartiles { lower: 1.75, median: 2.5, upper: 4.75 });
    }

    #[test]
    fn one_value_is_all_of_them_and_none_is_zero() {
        assert_eq!(Quartiles::of([7.0]), Quartiles { lower: 7.0, median: 7.0, upper: 7.0 });
        assert_eq!(Quartiles::of([]), Quartiles::default());
    }
}
