//! Tells the supervisor now and then that tests are being run.

use std::time::{Duration, Instant};

use evoke_suite::Deadline;

use super::messages::Messages;
use crate::process::message::WorkerMessage;

/// How often the supervisor hears of it.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_millis(100);

/// Gives signs of life whenever a deadline is asked for.
pub(super) struct SignsOfLife<'a> {
    messages: &'a Messages,
    last: Instant,
    started: Instant,
}

impl<'a> SignsOfLife<'a> {
    /// Of a task that was begun at this time.
    pub(super) fn new(messages: &'a Messages, started: Instant) -> Self {
        Self { messages, last: started, started }
    }

    /// The time since the task was begun.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn give(&mut self) {
        if self.last.elapsed() >= SIGN_OF_LIFE_EVERY {
            self.last = Instant::now();
            self.messages.send(&WorkerMessage::SignOfLife);
        }
    }

    /// Over with this time since the task was begun, or once it was asked for so often: with a budget of statements the suite is the same on every
    /// machine.
    pub(super) fn deadline(&mut self, mut runs: u64, time: Option<Duration>) -> Deadline<'_> {
        Deadline::new(move || {
            self.give();
            runs = runs.saturating_sub(1);
            runs == 0 || time.is_some_and(|time| self.started.elapsed() >= time)
        })
    }
}
