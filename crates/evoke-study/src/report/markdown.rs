//! A report as Markdown.

use std::fmt::Write as _;

use super::analysis::Analysis;
use super::comparison::{Comparison, GroupComparison};
use super::cost_correlation::CostCorrelation;
use crate::statistics::{Magnitude, SIGNIFICANT};

/// The first line of a report, by which one is known.
pub(super) const WRITTEN_BY: &str = "<!-- Written by `evoke study report`. -->";
/// Failed runs that are listed.
const MAX_LISTED: usize = 20;

/// What the table of proxies and costs says.
pub(super) const COSTS_EXPLAINED: &str = "Within each class, over the runs of all configurations; classes with p < 0.05 are counted as positive or negative.";

/// The report: one section for each measure, then correlations, coverage over time and what went wrong.
pub fn markdown(analysis: &Analysis<'_>) -> String {
    let mut text = format!("{WRITTEN_BY}\n\n# {}\n\n{}\n", analysis.study.name, introduction(analysis));
    for comparison in &analysis.comparisons {
        text += &section(analysis, comparison);
    }
    text += &correlations(analysis);
    text += &costs(analysis);
    text += &curves(analysis);
    text += &failures(analysis);
    text
}

/// What was run, in a sentence or two.
pub(super) fn introduction(analysis: &Analysis<'_>) -> String {
    let study = analysis.study;
    format!(
        "{} of {} runs done: {} configurations on {} subjects, {} a run. A configuration wins on a class where Mann-Whitney's two-sided p is \
         below {SIGNIFICANT}; A12 is the probability that a run of the first is better than one of the second, and 0.5 where they are alike.",
        study.runs.len(),
        study.n_planned,
        analysis.configurations.len(),
        analysis.subjects.len(),
        study.budget,
    )
}

fn section(analysis: &Analysis<'_>, comparison: &Comparison) -> String {
    let mut text = format!("\n## {}\n", comparison.measure.name());
    if comparison.measure.is_cost() {
        text += "\nLess is better.\n";
    }
    for group in &comparison.groups {
        let classes = group.n_subjects;
        let _ = write!(text, "\n### {}: {classes}\n\n", group.group.name());
        text += &table(&summary_rows(analysis, comparison, group), &[0]);
        if analysis.configurations.len() > 1 {
            text += "\n";
            text += &table(&tally_rows(analysis, group), &[0, 1, 6]);
        }
        text += &ranking(analysis, group);
    }
    text + &by_class(analysis, comparison)
}

/// Header and rows of means and medians.
pub(super) fn summary_rows(
    analysis: &Analysis<'_>,
    comparison: &Comparison,
    group: &GroupComparison,
) -> Vec<Vec<String>> {
    let header = ["configuration", "runs", "mean", "median", "quartiles"].map(str::to_owned).to_vec();
    let rows = analysis.configurations.iter().zip(&group.summaries).map(|(name, summary)| {
        let format = |value| comparison.measure.format(value);
        let quartiles = summary.quartiles;
        if summary.n_runs == 0 {
            return vec![name.clone(), "0".to_owned(), String::new(), String::new(), String::new()];
        }
        vec![
            name.clone(),
            summary.n_runs.to_string(),
            format(summary.mean),
            format(quartiles.median),
            format!("{} to {}", format(quartiles.lower), format(quartiles.upper)),
        ]
    });
    std::iter::once(header).chain(rows).collect()
}

/// Header and rows of classes won and lost.
pub(super) fn tally_rows(analysis: &Analysis<'_>, group: &GroupComparison) -> Vec<Vec<String>> {
    let header = ["first", "second", "won", "lost", "undecided", "median A12", "magnitude"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (&(first, second), tally) in analysis.pairs.iter().zip(&group.tallies) {
        let effect = tally.effect.map(|effect| format!("{effect:.2}")).unwrap_or_default();
        rows.push(vec![
            analysis.configurations[first].clone(),
            analysis.configurations[second].clone(),
            tally.won.to_string(),
            tally.lost.to_string(),
            tally.undecided.to_string(),
            effect,
            tally.effect.map(|effect| Magnitude::of(effect).to_string()).unwrap_or_default(),
        ]);
    }
    rows
}

/// What Friedman's and Nemenyi's tests say; nothing where there is nothing to rank.
pub(super) fn ranking_text(analysis: &Analysis<'_>, group: &GroupComparison) -> Option<String> {
    let friedman = group.friedman.as_ref()?;
    let mut order: Vec<usize> = (0..friedman.mean_ranks.len()).collect();
    order.sort_by(|&left, &right| friedman.mean_ranks[left].total_cmp(&friedman.mean_ranks[right]));
    let ranks: Vec<String> = order
        .iter()
        .map(|&position| {
            format!("{} {:.2}", analysis.configurations[position], friedman.mean_ranks[position])
        })
        .collect();
    let differ: Vec<String> = analysis
        .pairs
        .iter()
        .map(|&(first, second)| better_first(&friedman.mean_ranks, first, second))
        .filter(|&(first, second)| friedman.nemenyi_p(first, second) < SIGNIFICANT)
        .map(|(first, second)| {
            let p = friedman.nemenyi_p(first, second);
            format!(
                "{} before {} (p = {p:.3})",
                analysis.configurations[first], analysis.configurations[second]
            )
        })
        .collect();
    let verdict = if differ.is_empty() { "none differ".to_owned() } else { differ.join(", ") };
    Some(format!(
        "Mean ranks over {} classes: {}. Friedman χ² = {:.2}, p = {:.4}; Nemenyi, critical distance {:.2}: {verdict}.",
        friedman.n_blocks,
        ranks.join(", "),
        friedman.chi_squared,
        friedman.p,
        friedman.critical_distance,
    ))
}

fn better_first(mean_ranks: &[f64], first: usize, second: usize) -> (usize, usize) {
    if mean_ranks[first] <= mean_ranks[second] { (first, second) } else { (second, first) }
}

fn ranking(analysis: &Analysis<'_>, group: &GroupComparison) -> String {
    ranking_text(analysis, group).map(|text| format!("\n{text}\n")).unwrap_or_default()
}

/// Header and rows of A12 and p of each class; bold where significant.
fn by_class(analysis: &Analysis<'_>, comparison: &Comparison) -> String {
    if analysis.pairs.is_empty() {
        return String::new();
    }
    let name = |(first, second): &(usize, usize)| {
        format!("{} / {}", analysis.configurations[*first], analysis.configurations[*second])
    };
    let mut rows =
        vec![std::iter::once("A12 (p)".to_owned()).chain(analysis.pairs.iter().map(name)).collect()];
    for class in &comparison.by_class {
        let cell = |pair: &Option<(f64, f64)>| match pair {
            Some((effect, p)) if *p < SIGNIFICANT => format!("**{effect:.2} ({p:.3})**"),
            Some((effect, p)) => format!("{effect:.2} ({p:.3})"),
            None => String::new(),
        };
        rows.push(std::iter::once(class.subject.clone()).chain(class.pairs.iter().map(cell)).collect());
    }
    format!("\n{}", table(&rows, &[0]))
}

fn correlations(analysis: &Analysis<'_>) -> String {
    if analysis.correlations.is_empty() {
        return String::new();
    }
    let mut rows = vec![["criterion", "criterion", "Pearson's r", "p", "runs"].map(str::to_owned).to_vec()];
    for (first, second, found) in &analysis.correlations {
        let (r, p) = (format!("{:.3}", found.r), format!("{:.4}", found.p));
        rows.push(vec![first.clone(), second.clone(), r, p, found.n.to_string()]);
    }
    format!("\n## Correlations between criteria\n\n{}", table(&rows, &[0, 1]))
}

fn costs(analysis: &Analysis<'_>) -> String {
    if analysis.cost_correlations.is_empty() {
        return String::new();
    }
    let table = table(&cost_rows(&analysis.cost_correlations), &[0, 1]);
    format!("\n## Proxies and measured cost\n\n{COSTS_EXPLAINED}\n\n{table}")
}

/// Header and rows of how well proxies tell what suites cost.
pub(super) fn cost_rows(correlations: &[CostCorrelation]) -> Vec<Vec<String>> {
    let header = ["cost", "proxy", "Pearson's r, mean", "classes", "positive", "negative"];
    let rows = correlations.iter().map(|it| {
        let counts = [it.n_classes, it.n_positive, it.n_negative].map(|n| n.to_string());
        let names = [it.cost, it.proxy].map(|figure| figure.name().to_owned());
        names.into_iter().chain([format!("{:.3}", it.mean)]).chain(counts).collect()
    });
    std::iter::once(header.map(str::to_owned).to_vec()).chain(rows).collect()
}

/// Coverage after parts of the budget.
fn curves(analysis: &Analysis<'_>) -> String {
    let Some(first) = analysis.curves.iter().find(|curve| !curve.points.is_empty()) else {
        return String::new();
    };
    let last = first.points.len() - 1;
    let columns = [1, 2, 5, 10, 25, 50, 75, 100].map(|share| (share * last).div_ceil(100));
    let header = columns.map(|index| format!("{:.0}", first.points[index].0));
    let mut rows = vec![std::iter::once(analysis.clock.unit().to_owned()).chain(header).collect()];
    for curve in analysis.curves.iter().filter(|curve| !curve.points.is_empty()) {
        let shares = columns.map(|index| format!("{:.1} %", 100.0 * curve.points[index].1));
        rows.push(std::iter::once(curve.configuration.clone()).chain(shares).collect());
    }
    format!("\n## Coverage over time\n\n{}", table(&rows, &[0]))
}

fn failures(analysis: &Analysis<'_>) -> String {
    let failures = analysis.failures();
    if failures.is_empty() {
        return String::new();
    }
    let mut text = format!("\n## Runs that went wrong: {}\n\n", failures.len());
    for run in failures.iter().take(MAX_LISTED) {
        let reason = run.outcome.reason.as_deref().unwrap_or("no reason given");
        let status = run.outcome.status.name();
        let _ =
            writeln!(text, "- {}, {}, seed {}: {status}: {reason}", run.subject, run.configuration, run.seed);
    }
    if failures.len() > MAX_LISTED {
        let _ = writeln!(text, "- and {} more", failures.len() - MAX_LISTED);
    }
    text
}

/// A Markdown table of a header and rows; columns are numbers, to the right, but for those given.
fn table(rows: &[Vec<String>], text_columns: &[usize]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let Some((header, rows)) = rows.split_first() else { return String::new() };
    let rules: Vec<&str> =
        (0..header.len()).map(|column| if text_columns.contains(&column) { "---" } else { "---:" }).collect();
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("{}|{}|\n{rows}", line(header), rules.join("|"))
}
