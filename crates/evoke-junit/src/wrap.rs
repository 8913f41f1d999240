//! Breaks long lines of Java where a person would: after `=`, after the parenthesis of a call, after commas. Never inside
//! a literal; a line without a place to break stays long.

/// Longest line, indentation included.
const WIDTH: usize = 120;
/// Further indentation of a continued line.
const CONTINUATION: usize = 8;

/// A place after which a line may be broken.
#[derive(Clone, Copy)]
struct Break {
    /// Bytes before the break.
    at: usize,
    /// Parentheses and braces open there.
    depth: usize,
    is_comma: bool,
}

/// The text as lines that are at most [`WIDTH`] wide after an indentation, as far as possible.
pub(crate) fn wrapped(text: &str, indentation: usize) -> Vec<String> {
    let own = text.len() - text.trim_start().len();
    let mut lines = Vec::new();
    let mut rest = text.to_owned();
    while indentation + rest.len() > WIDTH {
        let room = WIDTH.saturating_sub(indentation);
        let Some(at) = best_break(&rest, room) else { break };
        let tail = rest[at..].trim_start().to_owned();
        rest.truncate(at);
        lines.push(rest.trim_end().to_owned());
        rest = " ".repeat(own + CONTINUATION) + &tail;
    }
    lines.push(rest);
    lines
}

/// The outermost break that leaves a tail which fits into one line, else the last one that fits itself.
fn best_break(text: &str, room: usize) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let fitting: Vec<Break> =
        breaks(text).into_iter().filter(|found| found.at > start + 1 && found.at <= room).collect();
    let leaves_one_line = |found: &&Break| text.len() - found.at + CONTINUATION + start <= room;
    let outermost = fitting
        .iter()
        .filter(leaves_one_line)
        .min_by_key(|found| (found.depth, !found.is_comma, std::cmp::Reverse(found.at)));
    outermost
        .or_else(|| fitting.iter().rfind(|found| found.is_comma))
        .or(fitting.last())
        .map(|found| found.at)
}

fn breaks(text: &str) -> Vec<Break> {
    let bytes = text.as_bytes();
    let mut breaks = Vec::new();
    let mut depth = 0;
    let mut position = 0;
    while let Some(byte) = bytes.get(position) {
        position += 1;
        match byte {
            b'"' | b'\'' => position = end_of_literal(bytes, position, *byte),
            b'(' | b'{' => {
                depth += 1;
                if *byte == b'(' && bytes.get(position).is_some_and(|next| *next != b')') {
                    breaks.push(Break { at: position, depth, is_comma: false });
                }
            }
            b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if bytes.get(position) == Some(&b' ') => {
                breaks.push(Break { at: position + 1, depth, is_comma: true });
            }
            b'=' if bytes.get(position) == Some(&b' ') => {
                breaks.push(Break { at: position + 1, depth, is_comma: false });
            }
            _ => {}
        }
    }
    breaks
}

/// The position after the closing quote.
fn end_of_literal(bytes: &[u8], mut position: usize, quote: u8) -> usize {
    while let Some(byte) = bytes.get(position) {
        position += match byte {
            b'\\' => 2,
            found if *found == quote => return position + 1,
            _ => 1,
        };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_line_stays() {
        assert_eq!(wrapped("int a = f(1, 2);", 8), ["int a = f(1, 2);"]);
    }

    #[test]
    fn call_is_broken_where_the_rest_fits_one_line() {
        let call = "ArithmeticException exception = assertThrows(ArithmeticException.class, () -> Fraction.getFraction(524287, -524287));";
        assert_eq!(
            wrapped(call, 8),
            [
                "ArithmeticException exception =",
                "        assertThrows(ArithmeticException.class, () -> Fraction.getFraction(524287, -524287));"
            ]
        );
    }

    #[test]
    fn literals_are_never_broken() {
        let text = format!("call(\"{}\");", "a, (\\\" = ".repeat(20));
        assert_eq!(wrapped(&text, 8), ["call(".to_owned(), format!("        {}", &text[5..])]);
    }

    #[test]
    fn breaking_never_changes_the_code() {
        let text =
            format!("new int[] {{{}}};", (1000..1060).map(|n| n.to_string()).collect::<Vec<_>>().join(", "));
        let lines = wrapped(&text, 8);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= 112));
        let joined: String = lines.concat();
        assert_eq!(joined.replace(' ', ""), text.replace(' ', ""));
    }
}
