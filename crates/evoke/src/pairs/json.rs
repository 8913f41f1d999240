//! Pairs as one JSON object, `evoke.pairs/1`. Within a schema version fields are only added.

use anyhow::{Context, Result};
use serde::Serialize;

use super::found_pairs::FoundPair;

const SCHEMA: &str = "evoke.pairs/1";

#[derive(Serialize)]
struct PairsRecord {
    schema: &'static str,
    version: &'static str,
    /// The most coupled branches first.
    pairs: Vec<PairRecord>,
}

#[derive(Serialize)]
struct PairRecord {
    caller: String,
    callee: String,
    call_sites: usize,
    coupled_branches: usize,
    caller_complexity: usize,
    callee_complexity: usize,
}

/// Writes the pairs in their order.
pub(super) fn write(pairs: &[FoundPair]) -> Result<String> {
    let record = |pair: &FoundPair| PairRecord {
        caller: pair.caller.binary(),
        callee: pair.callee.binary(),
        call_sites: pair.n_call_sites,
        coupled_branches: pair.n_coupled_branches,
        caller_complexity: pair.caller_complexity,
        callee_complexity: pair.callee_complexity,
    };
    let pairs = pairs.iter().map(record).collect();
    let record = PairsRecord { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), pairs };
    let mut text = serde_json::to_string_pretty(&record).context("write the pairs as JSON")?;
    text.push('\n');
    Ok(text)
}
