//! Reports on studies: what the runs say, as one page of HTML, as Markdown, as CSV.

mod analysis;
mod comparison;
mod cost_correlation;
mod csv_table;
mod curve;
mod markdown;
mod measure;
mod page;
mod plots;
mod run_table;
#[cfg(test)]
mod tests;

pub use analysis::Analysis;
pub use comparison::{ClassComparison, Comparison, GroupComparison, Summary, Tally};
pub use cost_correlation::CostCorrelation;
pub use csv_table::csv_table;
pub use curve::{Clock, Curve};
pub use markdown::markdown;
pub use measure::Measure;
pub use page::page;
pub use run_table::{Group, Pair, SMALL_BELOW, SubjectColumn};
