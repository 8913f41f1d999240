//! Box plots: for each configuration the quartiles, the range and the mean of its runs.

use maud::{Markup, html};

use super::axis::Axis;
use super::colour;
use crate::report::{Measure, Summary};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 190.0;
const ROW: f64 = 30.0;
const BOTTOM: f64 = 34.0;

/// A row for each configuration that has runs.
pub(crate) fn box_plot(measure: &Measure, names: &[String], summaries: &[Summary]) -> Markup {
    let rows: Vec<(usize, &String, &Summary)> = names
        .iter()
        .zip(summaries)
        .enumerate()
        .filter(|(_, (_, summary))| summary.n_runs > 0)
        .map(|(series, (name, summary))| (series, name, summary))
        .collect();
    let least = rows.iter().map(|(_, _, summary)| summary.range.0).fold(f64::INFINITY, f64::min);
    let greatest = rows.iter().map(|(_, _, summary)| summary.range.1).fold(f64::NEG_INFINITY, f64::max);
    if rows.is_empty() {
        return html! {};
    }
    let axis = Axis::around(least, greatest, (LEFT, WIDTH - 30.0));
    let bottom = ROW * rows.len() as f64 + 6.0;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", bottom + BOTTOM)) role="img" {
            title { (measure.name()) " by configuration" }
            @for mark in axis.marks() {
                line.grid x1=(axis.place(mark)) x2=(axis.place(mark)) y1="0" y2=(bottom) {}
                text x=(axis.place(mark)) y=(bottom + 18.0) text-anchor="middle" { (measure.format(mark)) }
            }
            @for (row, (series, name, summary)) in rows.iter().enumerate() {
                (one_box(&axis, *series, name, summary, ROW * (row as f64 + 0.5) + 3.0))
            }
        }
    }
}

fn one_box(axis: &Axis, series: usize, name: &str, summary: &Summary, y: f64) -> Markup {
    let [low, lower, median, upper, high] = [
        summary.range.0,
        summary.quartiles.lower,
        summary.quartiles.median,
        summary.quartiles.upper,
        summary.range.1,
    ]
    .map(|value| axis.place(value));
    html! {
        text x=(LEFT - 10.0) y=(y + 4.0) text-anchor="end" { (name) }
        g class=(colour(series)) {
            line.stroke x1=(low) x2=(high) y1=(y) y2=(y) {}
            rect.box x=(lower) y=(y - 9.0) width=((upper - lower).max(1.0)) height="18" {}
            line.stroke.heavy x1=(median) x2=(median) y1=(y - 9.0) y2=(y + 9.0) {}
            circle.dot cx=(axis.place(summary.mean)) cy=(y) r="3" {}
        }
    }
}
