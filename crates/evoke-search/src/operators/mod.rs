//! Operators that make tests from tests. Each keeps tests type-correct and within the length cap.

mod crossover;
mod data_crossover;
mod hmx;
mod mutation;
mod rebind;

pub(crate) use crossover::cross_over;
pub(crate) use mutation::mutate;

#[cfg(test)]
mod tests;
