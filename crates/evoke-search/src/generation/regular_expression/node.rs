//! Regular expressions as trees.

use super::char_class::CharClass;

/// A part of a regular expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Node {
    #[default]
    Empty,
    Literal(u16),
    Class(CharClass),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: u32,
    },
}
