//! A report as one page of HTML that needs nothing else: tables and plots, in the light or dark that the reader prefers.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::analysis::Analysis;
use super::comparison::{Comparison, GroupComparison};
use super::markdown::{
    COSTS_EXPLAINED, WRITTEN_BY, cost_rows, introduction, ranking_text, summary_rows, tally_rows,
};
use super::plots::{box_plot, critical_difference, line_plot, win_bars};

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn page(analysis: &Analysis<'_>) -> String {
    let markup = html! {
        (DOCTYPE)
        (PreEscaped(WRITTEN_BY)) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (analysis.study.name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (analysis.study.name) }
                p { (introduction(analysis)) }
                @if !analysis.curves.is_empty() {
                    h2 { "Coverage over time" }
                    (line_plot(analysis.clock, &analysis.curves))
                }
                @for comparison in &analysis.comparisons { (section(analysis, comparison)) }
                (correlations(analysis))
                (costs(analysis))
                (failures(analysis))
            }
        }
    };
    markup.into_string()
}

fn section(analysis: &Analysis<'_>, comparison: &Comparison) -> Markup {
    html! {
        h2 { (comparison.measure.name()) }
        @if comparison.measure.is_cost() { p { "Less is better." } }
        @for group in &comparison.groups { (group_section(analysis, comparison, group)) }
    }
}

fn group_section(analysis: &Analysis<'_>, comparison: &Comparison, group: &GroupComparison) -> Markup {
    let names = &analysis.configurations;
    html! {
        h3 { (group.group.name()) ": " (group.n_subjects) }
        (box_plot(&comparison.measure, names, &group.summaries))
        (table(&summary_rows(analysis, comparison, group)))
        @if names.len() > 1 {
            (win_bars(names, &analysis.pairs, &group.tallies))
            (table(&tally_rows(analysis, group)))
        }
        @if let (Some(friedman), Some(text)) = (&group.friedman, ranking_text(analysis, group)) {
            (critical_difference(names, friedman))
            p { (text) }
        }
    }
}

fn correlations(analysis: &Analysis<'_>) -> Markup {
    let mut rows = vec![["criterion", "criterion", "Pearson's r", "p", "runs"].map(str::to_owned).to_vec()];
    for (first, second, found) in &analysis.correlations {
        let (r, p) = (format!("{:.3}", found.r), format!("{:.4}", found.p));
        rows.push(vec![first.clone(), second.clone(), r, p, found.n.to_string()]);
    }
    html! {
        @if rows.len() > 1 {
            h2 { "Correlations between criteria" }
            (table(&rows))
        }
    }
}

fn costs(analysis: &Analysis<'_>) -> Markup {
    html! {
        @if !analysis.cost_correlations.is_empty() {
            h2 { "Proxies and measured cost" }
            p { (COSTS_EXPLAINED) }
            (table(&cost_rows(&analysis.cost_correlations)))
        }
    }
}

fn failures(analysis: &Analysis<'_>) -> Markup {
    let failures = analysis.failures();
    html! {
        @if !failures.is_empty() {
            h2 { "Runs that went wrong: " (failures.len()) }
            ul {
                @for run in failures {
                    li {
                        (run.subject) ", " (run.configuration) ", seed " (run.seed) ": " (run.outcome.status.name()) ": "
                        (run.outcome.reason.as_deref().unwrap_or("no reason given"))
                    }
                }
            }
        }
    }
}

/// The first row is the header.
fn table(rows: &[Vec<String>]) -> Markup {
    html! {
        table {
            @for (position, row) in rows.iter().enumerate() {
                tr {
                    @for cell in row {
                        @if position == 0 { th { (cell) } } @else { td { (cell) } }
                    }
                }
            }
        }
    }
}
