//! A line of Java with the places where it may be broken, and how it is laid out on lines of limited width: broken where a
//! person would, after `=`, after the parenthesis of a call, after commas, and texts of several lines where these end. A line without such a
//! place stays long.

use std::ops::Range;

use super::literal::LINE_END;

/// Spaces for each level of nested blocks.
const INDENT: usize = 4;
/// Further indentation of a continued line.
const CONTINUATION: usize = 8;

/// A literal that is no longer than this is written in one piece, however many lines of text it has.
const SHORT: usize = 60;
/// So is a text of more lines than this.
const MAX_PIECES: usize = 40;

/// One line before it is broken.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogicalLine {
    text: String,
    breaks: Vec<Break>,
    texts: Vec<TextOfLines>,
}

/// A place in a line after which it may be broken.
#[derive(Clone, Copy, Debug)]
struct Break {
    /// Bytes before it.
    at: usize,
    /// Lists around it.
    depth: usize,
    is_comma: bool,
    /// Continuations that the next line is indented by, if the line has to be broken here.
    forced: Option<usize>,
}

/// A literal of several lines of text.
#[derive(Clone, Debug)]
struct TextOfLines {
    place: Range<usize>,
    depth: usize,
    /// Whether something is done to it that holds it together more tightly than `+`.
    is_operand: bool,
}

impl LogicalLine {
    /// Adds text that stays together.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a literal. Where the line is too long, a long one of several lines of text is written as one piece for each: `"a\n" + "b\n"`, in parentheses if
    /// it is an operand. `depth` is the number of lists around it.
    pub(crate) fn push_literal(&mut self, literal: &str, depth: usize, is_operand: bool) {
        let from = self.text.len();
        self.text.push_str(literal);
        if literal.len() > SHORT && (2..=MAX_PIECES).contains(&pieces(literal).len()) {
            self.texts.push(TextOfLines { place: from..self.text.len(), depth, is_operand });
        }
    }

    /// Adds a comma, after which the line may be broken; `depth` is the number of lists around it.
    pub(crate) fn push_comma(&mut self, depth: usize) {
        self.text.push_str(", ");
        self.breaks.push(Break { at: self.text.len(), depth, is_comma: true, forced: None });
    }

    /// Allows a break after what has been added so far; `depth` is the number of lists around it.
    pub(crate) fn may_break(&mut self, depth: usize) {
        self.breaks.push(Break { at: self.text.len(), depth, is_comma: false, forced: None });
    }

    /// The lines at most `width` wide, as far as that is possible, at a level of nested blocks.
    pub(crate) fn laid_out(&self, level: usize, width: usize) -> Vec<String> {
        if self.text.is_empty() {
            return vec![String::new()];
        }
        let indent = level * INDENT;
        if self.texts.is_empty() || indent.saturating_add(self.text.len()) <= width {
            return self.broken(indent, width);
        }
        self.in_pieces().broken(indent, width)
    }

    /// The same, each line of a text a piece of its own, on a line of its own.
    fn in_pieces(&self) -> Self {
        let mut line = Self::default();
        let mut copied = 0;
        for TextOfLines { place, depth, is_operand } in &self.texts {
            line.copy(self, copied..place.start);
            copied = place.end;
            let at = line.text.len();
            for found in line.breaks.iter_mut().filter(|found| found.at == at) {
                found.forced = Some(1);
            }
            line.push(if *is_operand { "(" } else { "" });
            for (number, piece) in pieces(&self.text[place.clone()]).iter().enumerate() {
                if number > 0 {
                    let at = line.text.len();
                    line.breaks.push(Break { at, depth: *depth, is_comma: false, forced: Some(2) });
                    line.push("+ ");
                }
                line.push(&format!("\"{piece}\""));
            }
            line.push(if *is_operand { ")" } else { "" });
        }
        line.copy(self, copied..self.text.len());
        line
    }

    /// Adds this part of another line. Where a text in pieces stands in a list, the list goes on in a line of its own.
    fn copy(&mut self, other: &Self, part: Range<usize>) {
        let shift = self.text.len();
        self.text.push_str(&other.text[part.clone()]);
        let inside = other.breaks.iter().filter(|found| part.start < found.at && found.at <= part.end);
        let depth = other.texts.iter().find(|text| text.place.end == part.start).map(|text| text.depth);
        let mut is_next = true;
        for found in inside {
            let ends_text = found.is_comma && Some(found.depth) == depth && std::mem::take(&mut is_next);
            let forced = ends_text.then_some(1);
            self.breaks.push(Break { at: found.at - part.start + shift, forced, ..*found });
        }
    }

    /// The lines between the places where it has to be broken, each broken where it is too long.
    fn broken(&self, first_indent: usize, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let (mut start, mut indent) = (0, first_indent);
        let ends = self.breaks.iter().filter_map(|found| Some((found.at, found.forced?)));
        for (end, continuations) in ends.chain([(self.text.len(), 0)]) {
            while indent + end - start > width {
                let room = width.saturating_sub(indent);
                let tail_room = width.saturating_sub(first_indent + CONTINUATION);
                let Some(at) = self.best_break(start..end, room, tail_room) else { break };
                lines.push(indented(indent, &self.text[start..at]));
                start = at;
                indent = first_indent + CONTINUATION;
            }
            lines.push(indented(indent, &self.text[start..end]));
            (start, indent) = (end, first_indent + continuations * CONTINUATION);
        }
        lines
    }

    /// The outermost break of this part that leaves a tail which fits into one line, else the last one that fits itself, best after a
    /// comma, else the first.
    fn best_break(&self, part: Range<usize>, room: usize, tail_room: usize) -> Option<usize> {
        let inside = || self.breaks.iter().filter(|found| found.at > part.start && found.at < part.end);
        let fitting = || inside().filter(|found| found.at - part.start <= room);
        let outermost = fitting()
            .filter(|found| part.end - found.at <= tail_room)
            .min_by_key(|found| (found.depth, !found.is_comma, std::cmp::Reverse(found.at)));
        outermost
            .or_else(|| fitting().rfind(|found| found.is_comma))
            .or_else(|| fitting().next_back())
            .or_else(|| inside().next())
            .map(|found| found.at)
    }
}

/// What stands between the quotes in the pieces of a literal: each but the last ends with the line ends that are there.
fn pieces(literal: &str) -> Vec<&str> {
    let Some(text) = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Vec::new();
    };
    let mut pieces = Vec::new();
    let (mut start, mut position) = (0, 0);
    while let Some(escape) = text[position..].find('\\').map(|found| position + found) {
        position = escape + 2;
        let is_line_end = text[escape..].starts_with(LINE_END);
        if is_line_end && position < text.len() && !text[position..].starts_with(LINE_END) {
            pieces.push(&text[start..position]);
            start = position;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

fn indented(indent: usize, text: &str) -> String {
    " ".repeat(indent) + text.trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `check(LITERAL, actual());` with a literal, of which a method is called or not.
    fn checked(literal: &str, method: &str) -> LogicalLine {
        let mut line = LogicalLine::default();
        line.push("check(");
        line.may_break(1);
        line.push_literal(literal, 1, !method.is_empty());
        line.push(method);
        line.push_comma(1);
        line.push("actual());");
        line
    }

    #[test]
    fn long_text_of_several_lines_is_broken_where_these_end() {
        let text = r#""the first of the lines\n\nthe second of the lines 22\nthe third of them""#;
        let line = checked(text, "");
        let expected = [
            "    check(",
            r#"            "the first of the lines\n\n""#,
            r#"                    + "the second of the lines 22\n""#,
            r#"                    + "the third of them","#,
            "            actual());",
        ];
        assert_eq!(line.laid_out(1, 60), expected);
        assert_eq!(line.laid_out(1, 120), [format!("    check({text}, actual());")]);
    }

    #[test]
    fn pieces_of_an_operand_are_in_parentheses() {
        let line =
            checked(r#""the first of the lines is this one\nthe second of the lines is this\n""#, ".trim()");
        let expected = [
            "check(",
            r#"        ("the first of the lines is this one\n""#,
            r#"                + "the second of the lines is this\n").trim(),"#,
            "        actual());",
        ];
        assert_eq!(line.laid_out(0, 60), expected);
    }

    #[test]
    fn short_text_stays_in_one_piece() {
        let line = checked(r#""one\ntwo\n""#, ".repeat(1)");
        assert_eq!(line.laid_out(0, 36), [r#"check("one\ntwo\n".repeat(1),"#, "        actual());"]);
    }

    #[test]
    fn what_has_one_line_end_at_its_end_stays_in_one_piece() {
        let ends = format!("\"{}\"", LINE_END.repeat(34));
        let long = r#""a long line of text that goes on and on and on and on and on and on\n""#;
        let escaped = r#""a long \\n line of text that goes on and on and on and on and on and on""#;
        for literal in [long, escaped, &ends] {
            let expected = [format!("check({literal},"), "        actual());".to_owned()];
            assert_eq!(checked(literal, "").laid_out(0, 84), expected);
        }
    }
}
