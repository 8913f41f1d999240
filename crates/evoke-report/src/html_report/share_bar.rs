//! A share, to be seen and to be read.

use maud::{Markup, html};

use crate::goal_count::GoalCount;

/// A share as a bar with its figures.
pub(super) fn bar(count: GoalCount) -> Markup {
    html! {
        @if count.total == 0 { "–" } @else {
            meter min="0" max=(count.total) value=(count.covered) aria-hidden="true" {}
            " " span { (count.covered) "/" (count.total) }
        }
    }
}
