//! Critical-difference diagram (Demšar, 2006): configurations on a line by their mean ranks; those that a bar joins do not differ
//! by Nemenyi's test.

use maud::{Markup, html};

use super::axis::Axis;
use super::colour;
use crate::statistics::Friedman;

const WIDTH: f64 = 720.0;
const SIDE: f64 = 200.0;
/// Where the line of ranks is; above it is the critical distance.
const LINE: f64 = 50.0;
const BAR: f64 = 9.0;
const ROW: f64 = 20.0;

/// The diagram; rank 1, the best, is on the left.
pub(crate) fn critical_difference(names: &[String], friedman: &Friedman) -> Markup {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&left, &right| friedman.mean_ranks[left].total_cmp(&friedman.mean_ranks[right]));
    let ranks: Vec<f64> = order.iter().map(|&position| friedman.mean_ranks[position]).collect();
    let axis = Axis { values: (1.0, names.len() as f64), pixels: (SIDE, WIDTH - SIDE) };
    let bars = groups(&ranks, friedman.critical_distance);
    let names_from = LINE + 16.0 + BAR * bars.len() as f64;
    let n_left = order.len().div_ceil(2);
    let distance = axis.place(1.0 + friedman.critical_distance).min(WIDTH - 10.0);
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", names_from + ROW * n_left as f64 + 6.0)) role="img" {
            title { "Mean ranks and critical distance" }
            line.ink x1=(SIDE) x2=(distance) y1="18" y2="18" {}
            text x=(SIDE) y="13" { (format!("critical distance {:.2}", friedman.critical_distance)) }
            line.ink x1=(SIDE) x2=(WIDTH - SIDE) y1=(LINE) y2=(LINE) {}
            @for rank in 1..=names.len() {
                line.ink x1=(axis.place(rank as f64)) x2=(axis.place(rank as f64)) y1=(LINE - 5.0) y2=(LINE) {}
                text x=(axis.place(rank as f64)) y=(LINE - 9.0) text-anchor="middle" { (rank) }
            }
            @for (row, (first, last)) in bars.iter().enumerate() {
                line.joined x1=(axis.place(ranks[*first]) - 3.0) x2=(axis.place(ranks[*last]) + 3.0)
                    y1=(LINE + 8.0 + BAR * row as f64) y2=(LINE + 8.0 + BAR * row as f64) {}
            }
            @for (position, &configuration) in order.iter().enumerate() {
                (name(&names[configuration], configuration, axis.place(ranks[position]), names_from, position, order.len()))
            }
        }
    }
}

/// A name beside the diagram with a line up to its rank: the better half on the left, the rest on the right.
fn name(name: &str, series: usize, x: f64, names_from: f64, position: usize, n_names: usize) -> Markup {
    let is_left = position < n_names.div_ceil(2);
    let row = if is_left { position } else { n_names - 1 - position };
    let y = names_from + ROW * row as f64 + 6.0;
    let (edge, anchor, text_x) = if is_left {
        (SIDE - 20.0, "end", SIDE - 26.0)
    } else {
        (WIDTH - SIDE + 20.0, "start", WIDTH - SIDE + 26.0)
    };
    html! {
        g class=(colour(series)) {
            polyline.line points=(format!("{x},{LINE} {x},{y} {edge},{y}")) {}
            text x=(text_x) y=(y + 4.0) text-anchor=(anchor) { (name) }
        }
    }
}

/// First and last of each longest run of neighbours that lie within the critical distance; ranks are sorted.
fn groups(ranks: &[f64], critical_distance: f64) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for first in 0..ranks.len() {
        let last =
            (first..ranks.len()).take_while(|&it| ranks[it] - ranks[first] <= critical_distance).last();
        let last = last.unwrap_or(first);
        if last > first && groups.last().is_none_or(|known| known.1 < last) {
            groups.push((first, last));
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_join_what_does_not_differ_and_no_bar_lies_within_another() {
        assert_eq!(groups(&[1.5, 2.0, 2.9, 4.0], 1.2), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(groups(&[1.5, 2.0, 2.5], 1.2), [(0, 2)]);
        assert_eq!(groups(&[1.0, 3.0], 1.2), []);
    }
}
