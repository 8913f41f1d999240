//! When a phase has to come to its end. No clock is in it: whoever starts a phase says what time is.

use std::fmt;

/// The end of a phase, asked for before every run of a test. Once over it stays over, and nobody is asked again.
pub struct Deadline<'a> {
    is_over: bool,
    ask: Box<dyn FnMut() -> bool + 'a>,
}

impl<'a> Deadline<'a> {
    /// A deadline that is over as soon as `ask` says so. Since it is called before every run, `ask` may also tell others
    /// that the phase goes on.
    pub fn new(ask: impl FnMut() -> bool + 'a) -> Self {
        Self { is_over: false, ask: Box::new(ask) }
    }

    /// A deadline that is never over.
    pub fn never() -> Self {
        Self::new(|| false)
    }

    /// Whether no other run may begin.
    pub fn is_over(&mut self) -> bool {
        self.is_over = self.is_over || (self.ask)();
        self.is_over
    }
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Deadline;

    #[test]
    fn deadline_that_is_over_stays_over_and_is_not_asked_again() {
        let mut answers = [false, true].into_iter();
        let mut deadline = Deadline::new(|| answers.next().unwrap());
        assert_eq!([(); 4].map(|()| deadline.is_over()), [false, true, true, true]);
    }
}
