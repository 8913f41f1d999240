//! Pairs as lines of aligned columns.

use std::fmt::Write as _;

use super::found_pairs::FoundPair;

/// Writes a line a pair.
pub(super) fn write(pairs: &[FoundPair]) -> String {
    let header = ["caller", "callee", "sites", "coupled branches", "complexity"].map(str::to_owned);
    let row = |pair: &FoundPair| {
        [
            pair.caller.binary(),
            pair.callee.binary(),
            pair.n_call_sites.to_string(),
            pair.n_coupled_branches.to_string(),
            format!("{}+{}", pair.caller_complexity, pair.callee_complexity),
        ]
    };
    let rows: Vec<[String; 5]> = std::iter::once(header).chain(pairs.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [caller, callee, sites, coupled, complexity] = [0, 1, 2, 3, 4].map(width);
    let mut text = String::new();
    for [first, second, third, fourth, fifth] in &rows {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{first:<caller$}  {second:<callee$}  {third:>sites$}  {fourth:>coupled$}  {fifth:>complexity$}"
        );
    }
    text
}
