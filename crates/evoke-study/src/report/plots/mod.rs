//! Plots as SVG, drawn with the classes and colours of the page they are in, so that they follow its light and its dark side.

mod axis;
mod box_plot;
mod critical_difference;
mod line_plot;
mod win_bars;

pub(super) use box_plot::box_plot;
pub(super) use critical_difference::critical_difference;
pub(super) use line_plot::line_plot;
pub(super) use win_bars::win_bars;

/// Colours that the page has; series beyond them begin again.
const N_COLOURS: usize = 8;

/// The class that gives a series its colour.
fn colour(series: usize) -> String {
    format!("c{}", series % N_COLOURS)
}
