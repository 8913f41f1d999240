//! An axis: where values lie, and which are worth a mark.

/// Values between two ends, on pixels between two others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) values: (f64, f64),
    pub(super) pixels: (f64, f64),
}

impl Axis {
    /// From round value to round value around these; a little room where they are all one.
    pub(super) fn around(least: f64, greatest: f64, pixels: (f64, f64)) -> Self {
        let room = if greatest > least { 0.0 } else { (least.abs() / 10.0).max(0.5) };
        let (least, greatest) = (least - room, greatest + room);
        let step = step(greatest - least);
        Self { values: ((least / step).floor() * step, (greatest / step).ceil() * step), pixels }
    }

    /// Where a value lies, to a tenth of a pixel.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        let place = self.pixels.0 + share * (self.pixels.1 - self.pixels.0);
        (place * 10.0).round() / 10.0
    }

    /// Round values from end to end.
    pub(super) fn marks(&self) -> Vec<f64> {
        let step = step(self.values.1 - self.values.0);
        let first = (self.values.0 / step).ceil();
        let n_steps = ((self.values.1 / step).floor() - first).max(0.0) as usize;
        (0..=n_steps).map(|index| (first + index as f64) * step).collect()
    }
}

/// A step of 1, 2 or 5 times a power of ten that divides a range into four to ten.
fn step(range: f64) -> f64 {
    let power = 10_f64.powf((range / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|step| range / step <= 8.0).unwrap_or(steps[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_round_and_marks_lie_between_them() {
        let axis = Axis::around(0.13, 0.92, (0.0, 100.0));
        assert!(axis.values.0 <= 0.13 && axis.values.1 >= 0.92, "{axis:?}");
        let marks = axis.marks();
        assert!((4..=10).contains(&marks.len()), "{marks:?}");
        assert_eq!((axis.place(axis.values.0), axis.place(axis.values.1)), (0.0, 100.0));
    }

    #[test]
    fn one_value_has_room_around_it() {
        let axis = Axis::around(3.0, 3.0, (0.0, 100.0));
        assert!(axis.values.0 < 3.0 && axis.values.1 > 3.0);
        assert!(Axis::around(0.0, 0.0, (0.0, 1.0)).values.1 > 0.0);
    }
}
