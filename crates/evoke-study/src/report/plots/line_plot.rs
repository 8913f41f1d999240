//! Coverage over time: a line for each configuration.

use maud::{Markup, html};

use super::axis::Axis;
use super::colour;
use crate::report::{Clock, Curve};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 40.0;
const LEGEND_ROW: f64 = 18.0;

/// Lines with their legend below.
pub(crate) fn line_plot(clock: Clock, curves: &[Curve]) -> Markup {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    if points().next().is_none() {
        return html! {};
    }
    let furthest = points().map(|point| point.0).fold(0.0, f64::max);
    let highest = points().map(|point| point.1).fold(0.0, f64::max);
    let across = Axis { values: (0.0, furthest), pixels: (LEFT, WIDTH - 20.0) };
    let up = Axis::around(0.0, highest, (HEIGHT - BOTTOM, 10.0));
    let n_legend_rows = curves.len().div_ceil(2) as f64;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + LEGEND_ROW * n_legend_rows + 6.0)) role="img" {
            title { "Coverage over time" }
            @for mark in up.marks() {
                line.grid x1=(LEFT) x2=(WIDTH - 20.0) y1=(up.place(mark)) y2=(up.place(mark)) {}
                text x=(LEFT - 8.0) y=(up.place(mark) + 4.0) text-anchor="end" { (format!("{:.0} %", 100.0 * mark)) }
            }
            @for mark in across.marks() {
                text x=(across.place(mark)) y=(HEIGHT - BOTTOM + 18.0) text-anchor="middle" { ((mark * 1000.0).round() / 1000.0) }
            }
            text x=(WIDTH - 20.0) y=(HEIGHT - 6.0) text-anchor="end" { (clock.unit()) }
            @for (series, curve) in curves.iter().enumerate() {
                g class=(colour(series)) {
                    polyline.line points=(path(curve, &across, &up)) {}
                    (legend(series, &curve.configuration))
                }
            }
        }
    }
}

fn path(curve: &Curve, across: &Axis, up: &Axis) -> String {
    let points: Vec<String> =
        curve.points.iter().map(|point| format!("{},{}", across.place(point.0), up.place(point.1))).collect();
    points.join(" ")
}

/// Two columns of names.
fn legend(series: usize, name: &str) -> Markup {
    let x = LEFT + (series % 2) as f64 * 330.0;
    let y = HEIGHT + LEGEND_ROW * (series / 2) as f64 + 10.0;
    html! {
        line.stroke.heavy x1=(x) x2=(x + 22.0) y1=(y) y2=(y) {}
        text x=(x + 30.0) y=(y + 4.0) { (name) }
    }
}
