//! Strings that match a regular expression of the code under test: a generator for the part of Java's syntax that says what
//! a match consists of. Anchors and flags are ignored, so that not every string drawn need match; an expression with
//! look-around, back references or set operations is refused.

mod char_class;
mod node;
mod parser;
#[cfg(test)]
mod tests;

use evoke_testcase::JavaString;
use rand::Rng;

use crate::SearchRng;
use node::Node;

/// How often something is repeated beyond what it must be.
const MAX_EXTRA_REPETITIONS: u32 = 4;

/// Most repetitions in one string, so that nested ones end; what comes after is cut short and does not match.
const MAX_REPETITIONS: u32 = 500;

/// A string that matches a pattern in Java's syntax; `None` where the pattern is refused.
pub(crate) fn match_of(pattern: &JavaString, rng: &mut SearchRng) -> Option<JavaString> {
    RegularExpression::parse(pattern.units()).map(|expression| expression.draw(rng))
}

/// A parsed regular expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RegularExpression(Node);

impl RegularExpression {
    /// Parses Java's syntax; `None` where a match cannot be put together piece by piece.
    pub(super) fn parse(units: &[u16]) -> Option<Self> {
        parser::parse(units).map(Self)
    }

    /// A string that matches.
    pub(super) fn draw(&self, rng: &mut SearchRng) -> JavaString {
        let mut drawing = Drawing { units: Vec::new(), repetitions_left: MAX_REPETITIONS, rng };
        drawing.append(&self.0);
        JavaString::from_units(&drawing.units)
    }
}

/// A string under construction.
struct Drawing<'r> {
    units: Vec<u16>,
    repetitions_left: u32,
    rng: &'r mut SearchRng,
}

impl Drawing<'_> {
    fn append(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Literal(unit) => self.units.push(*unit),
            Node::Class(class) => self.units.extend(class.draw(self.rng)),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.append(node)),
            Node::Choice(nodes) => {
                let chosen = self.rng.random_range(0..nodes.len());
                self.append(&nodes[chosen]);
            }
            Node::Repeat { node, min, max } => {
                let most = (*max).min(min.saturating_add(MAX_EXTRA_REPETITIONS));
                for _ in 0..self.rng.random_range(*min..=most) {
                    let Some(left) = self.repetitions_left.checked_sub(1) else { return };
                    self.repetitions_left = left;
                    self.append(node);
                }
            }
        }
    }
}
