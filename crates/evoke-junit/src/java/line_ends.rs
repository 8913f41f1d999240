//! Texts whose line ends are those of the place where they are read.

use super::literal::{self, LINE_END};
use super::tree::{Expression, Operator};
use super::types::ClassType;
use super::walk::each_inside;

/// The method that tells them.
const LINE_SEPARATOR: &str = "lineSeparator";

/// Has the texts in an expression end their lines as `println` does where it is run; `false` if none has line ends, or all have those
/// already.
pub(crate) fn adapt_line_ends(value: &mut Expression) -> bool {
    let mut is_adapted = false;
    let mut is_new = false;
    each_inside(value, &mut |inner| match inner {
        Expression::Call { method, .. } => is_adapted |= method == LINE_SEPARATOR,
        Expression::Literal(text) => is_new |= n_line_ends(text) > 0,
        _ => {}
    });
    if is_adapted || !is_new {
        return false;
    }
    each_inside(value, &mut |inner| {
        if let Expression::Literal(text) = inner
            && let Some(adapted) = adapted(text)
        {
            *inner = adapted;
        }
    });
    true
}

/// The text with other line ends, said as shortly as possible: `"total: 3" + System.lineSeparator()`.
fn adapted(text: &str) -> Option<Expression> {
    let n_line_ends = n_line_ends(text);
    if n_line_ends == 0 {
        return None;
    }
    let line_end = Expression::Class(ClassType::named("System")).call(LINE_SEPARATOR, Vec::new());
    let line = before_line_end(text).filter(|_| n_line_ends == 1).map(|line| format!("{line}\""));
    Some(match line.as_deref() {
        Some("\"\"") => line_end,
        Some(line) => Expression::Literal(line.to_owned()).combined(Operator::Plus, line_end),
        None => {
            let replaced = vec![literal::string(&[u16::from(b'\n')]), line_end];
            Expression::Literal(text.to_owned()).call("replace", replaced)
        }
    })
}

/// What of a literal stands before the line end that it ends with.
fn before_line_end(text: &str) -> Option<&str> {
    let line = text.strip_suffix('"')?.strip_suffix(LINE_END)?;
    let n_backslashes = line.len() - line.trim_end_matches('\\').len();
    // An odd one means the backslash that the line end would begin with: the text ends in a backslash and the letter n.
    n_backslashes.is_multiple_of(2).then_some(line)
}

/// How many line ends a literal has.
fn n_line_ends(text: &str) -> usize {
    if !text.starts_with('"') {
        return 0;
    }
    // A backslash that is meant is written as two.
    text.replace("\\\\", "").matches(LINE_END).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Statement, on_one_line};

    fn written(mut value: Expression) -> (bool, String) {
        let is_adapted = adapt_line_ends(&mut value);
        (is_adapted, on_one_line(&Statement::Expression(value)))
    }

    fn string(text: &str) -> Expression {
        literal::string(&text.encode_utf16().collect::<Vec<u16>>())
    }

    #[test]
    fn texts_get_the_line_ends_of_the_place() {
        let of = |text: &str| written(string(text)).1;
        assert_eq!(of("\n"), "System.lineSeparator();");
        assert_eq!(of("total: 3\n"), r#""total: 3" + System.lineSeparator();"#);
        assert_eq!(of("a\nb\n"), r#""a\nb\n".replace("\n", System.lineSeparator());"#);
        assert_eq!(of("a\nb"), r#""a\nb".replace("\n", System.lineSeparator());"#);
        let list =
            Expression::Class(ClassType::named("Arrays")).call("asList", vec![string("a\n"), string("b")]);
        assert_eq!(written(list).1, r#"Arrays.asList("a" + System.lineSeparator(), "b");"#);
    }

    #[test]
    fn backslash_before_a_letter_is_no_line_end() {
        let of = |text: &str| written(string(text)).1;
        assert_eq!(of("a\nb\\n"), r#""a\nb\\n".replace("\n", System.lineSeparator());"#);
        assert_eq!(of("a\\\n"), r#""a\\" + System.lineSeparator();"#);
    }

    #[test]
    fn what_has_no_line_ends_or_these_already_stays() {
        for text in ["", "a", "a\\n", "n"] {
            let plain = string(text);
            assert_eq!(written(plain.clone()), (false, on_one_line(&Statement::Expression(plain))));
        }
        assert!(!written(literal::character(u16::from(b'\n'))).0);
        let mut value = string("a\nb\n");
        assert!(adapt_line_ends(&mut value) && !adapt_line_ends(&mut value));
    }
}
