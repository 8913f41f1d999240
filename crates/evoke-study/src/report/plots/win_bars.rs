//! On how many classes one configuration wins against another, loses, or neither: a bar for each pair.

use maud::{Markup, html};

use crate::report::{Pair, Tally};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 330.0;
const ROW: f64 = 26.0;

/// A bar for each pair that has classes.
pub(crate) fn win_bars(names: &[String], pairs: &[Pair], tallies: &[Tally]) -> Markup {
    let bars: Vec<(String, &Tally)> = pairs
        .iter()
        .zip(tallies)
        .filter(|(_, tally)| tally.effect.is_some())
        .map(|(&(first, second), tally)| (format!("{} / {}", names[first], names[second]), tally))
        .collect();
    html! {
        @if !bars.is_empty() {
            svg viewBox=(format!("0 0 {WIDTH} {}", ROW * bars.len() as f64 + 26.0)) role="img" {
                title { "Classes won, undecided and lost" }
                @for (row, (name, tally)) in bars.iter().enumerate() {
                    (bar(name, tally, ROW * row as f64 + 4.0))
                }
                (legend(ROW * bars.len() as f64 + 16.0))
            }
        }
    }
}

fn bar(name: &str, tally: &Tally, y: f64) -> Markup {
    let n_classes = (tally.won + tally.undecided + tally.lost).max(1);
    let width = |count: usize| (WIDTH - LEFT - 20.0) * count as f64 / n_classes as f64;
    let parts = [("won", tally.won), ("undecided", tally.undecided), ("lost", tally.lost)];
    let mut x = LEFT;
    let placed = parts.map(|(class, count)| {
        let begin = x;
        x += width(count);
        (class, count, begin)
    });
    html! {
        text x=(LEFT - 10.0) y=(y + 14.0) text-anchor="end" { (name) }
        @for (class, count, begin) in placed {
            @if count > 0 {
                rect class=(class) x=(format!("{begin:.1}")) y=(y) width=(format!("{:.1}", width(count))) height="19" {}
                text x=(format!("{:.1}", begin + width(count) / 2.0)) y=(y + 14.0) text-anchor="middle" { (count) }
            }
        }
    }
}

fn legend(y: f64) -> Markup {
    html! {
        @for (position, class) in ["won", "undecided", "lost"].iter().enumerate() {
            rect class=(class) x=(LEFT + 110.0 * position as f64) y=(y - 10.0) width="12" height="12" {}
            text x=(LEFT + 110.0 * position as f64 + 18.0) y=(y) { (class) }
        }
    }
}
