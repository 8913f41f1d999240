//! How the coverage of a class grew, drawn as a line.

use maud::{Markup, html};

use crate::record::ClassRecord;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 80.0;

/// The curve, if anything was covered.
pub(super) fn coverage_curve(class: &ClassRecord) -> Markup {
    let total = class.all_goals().total;
    let points = points(class, f64::from(total));
    let last = class.timeline.last().map_or(0, |point| point.covered);
    html! {
        @if !points.is_empty() {
            figure {
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" preserveAspectRatio="none"
                    aria-label={ (last) " of " (total) " goals covered after " (format!("{:.1}", class.seconds.total)) " seconds" } {
                    polyline points=(points) fill="none" stroke="currentColor" stroke-width="2"
                        vector-effect="non-scaling-stroke" {}
                }
                figcaption { "goals covered by the search over " (format!("{:.1}", class.seconds.total)) " seconds" }
            }
        }
    }
}

/// Steps from left to right, as an SVG polyline has them.
fn points(class: &ClassRecord, total: f64) -> String {
    if class.timeline.is_empty() || total <= 0.0 || class.seconds.total <= 0.0 {
        return String::new();
    }
    let x = |seconds: f64| (seconds / class.seconds.total).min(1.0) * WIDTH;
    let y = |covered: u64| HEIGHT - (covered as f64 / total).min(1.0) * (HEIGHT - 2.0) - 1.0;
    let mut corners = vec![(0.0, y(0))];
    let mut height = y(0);
    for point in &class.timeline {
        corners.push((x(point.seconds), height));
        height = y(point.covered);
        corners.push((x(point.seconds), height));
    }
    corners.push((WIDTH, height));
    let texts: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    texts.join(" ")
}
