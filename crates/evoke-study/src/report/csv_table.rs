//! A report as CSV: a row for each number of each run.

use super::analysis::Analysis;
use super::measure::Measure;

/// Rows of configuration, subject, branches, seed, status, measure and value; shares are between 0 and 1. A run without any
/// value has one row in which measure and value are empty.
///
/// # Errors
///
/// If a row cannot be written, which writing to memory does not give rise to.
pub fn csv_table(analysis: &Analysis<'_>) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["configuration", "subject", "branches", "seed", "status", "measure", "value"])?;
    let measures: Vec<&Measure> = analysis.comparisons.iter().map(|comparison| &comparison.measure).collect();
    for run in &analysis.study.runs {
        let subject = analysis.subjects.iter().find(|subject| subject.name == run.subject);
        let branches = subject.and_then(|it| it.branches).map(|it| it.to_string()).unwrap_or_default();
        let mut write = |measure: &str, value: &str| {
            let (seed, status) = (run.seed.to_string(), run.outcome.status.name());
            writer.write_record([&run.configuration, &run.subject, &branches, &seed, status, measure, value])
        };
        let mut has_value = false;
        for measure in &measures {
            if let Some(value) = subject.and_then(|subject| measure.of(&run.outcome, &subject.totals)) {
                write(&measure.name(), &value.to_string())?;
                has_value = true;
            }
        }
        if !has_value {
            write("", "")?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
