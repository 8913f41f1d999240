//! The place in a source that the name of a goal begins with.

/// Where a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalPlace<'a> {
    /// Name of the source file, without its folder.
    file: &'a str,
    /// From 1 on.
    pub line: u32,
}

impl<'a> GoalPlace<'a> {
    /// `Order.java` and 42 of `Order.java:42 true branch`; `None` where the name begins otherwise.
    pub fn of(goal: &'a str) -> Option<Self> {
        let (file, after) = goal.split_once(':')?;
        let line = after.split(|end: char| !end.is_ascii_digit()).next()?.parse().ok()?;
        Some(Self { file, line })
    }

    /// Whether the file of this path is the one.
    pub fn is_in(&self, path: &str) -> bool {
        path.rsplit('/').next() == Some(self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_a_goal_tells_its_line_if_it_has_one() {
        let line = |goal| GoalPlace::of(goal).map(|place| place.line);
        assert_eq!(line("Order.java:42 true branch of a < b"), Some(42));
        assert_eq!(line("Order.java:7"), Some(7));
        assert_eq!(line("Order()"), None);
        assert!(GoalPlace::of("Order.java:7").is_some_and(|place| place.is_in("src/shop/Order.java")));
    }
}
