//! Reads the tokens of one line of a symbolic test. Knows no grammar; every failure is a message, none a panic.

use std::borrow::Cow;

use super::escape::{read_units, unescape};

/// What is left of a line.
pub(super) struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(line: &'t str) -> Self {
        Self { rest: line }
    }

    /// Fails unless nothing is left.
    pub(super) fn end(&mut self) -> Result<(), String> {
        self.skip_space();
        if self.rest.is_empty() { Ok(()) } else { Err(format!("`{}` follows the statement", self.rest)) }
    }

    /// Takes the mark if it comes next.
    pub(super) fn take(&mut self, mark: char) -> bool {
        self.skip_space();
        let after = self.rest.strip_prefix(mark);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Takes the mark or fails.
    pub(super) fn expect(&mut self, mark: char) -> Result<(), String> {
        if self.take(mark) { Ok(()) } else { Err(format!("`{mark}` is missing before `{}`", self.rest)) }
    }

    /// Takes the word if it comes next, up to a space.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.skip_space();
        let after = self.rest.strip_prefix(word).filter(|after| after.starts_with(' '));
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// The letters that come next; empty if none do.
    pub(super) fn letters(&mut self) -> &'t str {
        self.run(|byte| byte.is_ascii_alphabetic())
    }

    /// What comes next up to a space, for a name with its descriptor.
    pub(super) fn word(&mut self) -> Result<&'t str, String> {
        let word = self.run(|byte| !byte.is_ascii_whitespace());
        if word.is_empty() { Err("the line ends too early".to_owned()) } else { Ok(word) }
    }

    /// A descriptor or signature.
    pub(super) fn descriptor(&mut self) -> Result<Cow<'t, str>, String> {
        self.word().and_then(unescape)
    }

    /// The name of a variable if one comes next.
    pub(super) fn take_variable(&mut self) -> Option<u32> {
        self.skip_space();
        let digits = self.rest.strip_prefix('v')?;
        let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
        let name = digits[..end].parse().ok()?;
        self.rest = &digits[end..];
        Some(name)
    }

    /// A number, or `true` and the like, of the type wanted.
    pub(super) fn parse<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Result<T, String> {
        let text = self.run(|byte| byte.is_ascii_alphanumeric() || b".:+-".contains(&byte));
        read(text).ok_or_else(|| format!("`{text}` is no value of its type"))
    }

    /// UTF-16 in quotes.
    pub(super) fn quoted(&mut self, quote: char) -> Result<Vec<u16>, String> {
        self.expect(quote)?;
        let (units, rest) = read_units(self.rest, quote)?;
        self.rest = rest;
        Ok(units)
    }

    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        self.skip_space();
        let rest = self.rest;
        // Only ASCII belongs to or ends a run, so that the end is the end of a character; see `word`.
        let end = rest.bytes().position(|byte| !belongs(byte)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        self.rest = after;
        run
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }
}
