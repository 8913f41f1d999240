//! A line of Java with the places where it may be broken, and how it is laid out on lines of limited width: broken where a
//! person would, after `=`, after the parenthesis of a call, after commas. A line without such a place stays long.

/// Spaces for each level of nested blocks.
const INDENT: usize = 4;
/// Further indentation of a continued line.
const CONTINUATION: usize = 8;

/// One line before it is broken.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogicalLine {
    text: String,
    breaks: Vec<Break>,
}

/// A place in a line after which it may be broken.
#[derive(Clone, Copy, Debug)]
struct Break {
    /// Bytes before it.
    at: usize,
    /// Lists around it.
    depth: usize,
    is_comma: bool,
}

impl LogicalLine {
    /// Adds text that stays together.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a comma, after which the line may be broken; `depth` is the number of lists around it.
    pub(crate) fn push_comma(&mut self, depth: usize) {
        self.text.push_str(", ");
        self.breaks.push(Break { at: self.text.len(), depth, is_comma: true });
    }

    /// Allows a break after what has been added so far; `depth` is the number of lists around it.
    pub(crate) fn may_break(&mut self, depth: usize) {
        self.breaks.push(Break { at: self.text.len(), depth, is_comma: false });
    }

    /// The lines at most `width` wide, as far as that is possible, at a level of nested blocks.
    pub(crate) fn laid_out(&self, level: usize, width: usize) -> Vec<String> {
        if self.text.is_empty() {
            return vec![String::new()];
        }
        let first_indent = level * INDENT;
        let mut lines = Vec::new();
        let mut start = 0;
        let mut indent = first_indent;
        while indent + self.text.len() - start > width {
            let room = width.saturating_sub(indent);
            let tail_room = width.saturating_sub(first_indent + CONTINUATION);
            let Some(end) = self.best_break(start, room, tail_room) else { break };
            lines.push(indented(indent, &self.text[start..end]));
            start = end;
            indent = first_indent + CONTINUATION;
        }
        lines.push(indented(indent, &self.text[start..]));
        lines
    }

    /// The outermost break that leaves a tail which fits into one line, else the last one that fits itself, best after a
    /// comma, else the first.
    fn best_break(&self, start: usize, room: usize, tail_room: usize) -> Option<usize> {
        let fitting = || self.breaks.iter().filter(|found| found.at > start && found.at - start <= room);
        let outermost = fitting()
            .filter(|found| self.text.len() - found.at <= tail_room)
            .min_by_key(|found| (found.depth, !found.is_comma, std::cmp::Reverse(found.at)));
        outermost
            .or_else(|| fitting().rfind(|found| found.is_comma))
            .or_else(|| fitting().next_back())
            .or_else(|| self.breaks.iter().find(|found| found.at > start && found.at < self.text.len()))
            .map(|found| found.at)
    }
}

fn indented(indent: usize, text: &str) -> String {
    " ".repeat(indent) + text.trim_end()
}
