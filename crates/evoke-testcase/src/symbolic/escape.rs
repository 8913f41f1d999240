//! How names, descriptors and strings are written in ASCII: what is not printable, and what would end the token, becomes
//! `\u{…}` with the code point, or with the code unit where a string holds half of a surrogate pair.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Writes a member name: everything that structures text or descriptors is escaped.
pub(super) fn write_name(out: &mut impl Write, name: &str) -> fmt::Result {
    write_escaped(out, name, is_plain_in_name)
}

/// Writes an internal class name, in which `/` separates packages.
pub(super) fn write_class(out: &mut impl Write, name: &str) -> fmt::Result {
    write_escaped(out, name, |byte| byte == b'/' || is_plain_in_name(byte))
}

/// Writes a descriptor or signature, which ends where a space is.
pub(super) fn write_descriptor(out: &mut impl Write, descriptor: &str) -> fmt::Result {
    write_escaped(out, descriptor, |byte| byte.is_ascii_graphic() && byte != b'\\')
}

fn is_plain_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
}

fn write_escaped(out: &mut impl Write, text: &str, is_plain: impl Fn(u8) -> bool) -> fmt::Result {
    if text.bytes().all(&is_plain) {
        return out.write_str(text);
    }
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() && is_plain(byte) => out.write_char(c)?,
            _ => write!(out, "\\u{{{:x}}}", u32::from(c))?,
        }
    }
    Ok(())
}

/// The text that was escaped.
///
/// # Errors
/// A message if an escape is not well formed.
pub(super) fn unescape(text: &str) -> Result<Cow<'_, str>, String> {
    if !text.contains('\\') {
        return Ok(Cow::Borrowed(text));
    }
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        unescaped.push_str(plain);
        let (code, after) = code_point(after)?;
        unescaped.push(char::from_u32(code).ok_or_else(|| format!("`\\u{{{code:x}}}` is no character"))?);
        rest = after;
    }
    unescaped.push_str(rest);
    Ok(Cow::Owned(unescaped))
}

/// Writes UTF-16 that need not be well formed, without its quotes.
pub(super) fn write_units(out: &mut impl Write, units: &[u16], quote: char) -> fmt::Result {
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok('\n') => out.write_str("\\n")?,
            Ok('\r') => out.write_str("\\r")?,
            Ok('\t') => out.write_str("\\t")?,
            Ok(c) if c == quote || c == '\\' => write!(out, "\\{c}")?,
            Ok(c) if c == ' ' || c.is_ascii_graphic() => out.write_char(c)?,
            Ok(c) => write!(out, "\\u{{{:x}}}", u32::from(c))?,
            Err(lone) => write!(out, "\\u{{{:x}}}", lone.unpaired_surrogate())?,
        }
    }
    Ok(())
}

/// Reads what [`write_units`] wrote up to the quote, and gives what follows the quote.
///
/// # Errors
/// A message if the quote is missing or an escape is not well formed.
pub(super) fn read_units(text: &str, quote: char) -> Result<(Vec<u16>, &str), String> {
    let mut units = Vec::new();
    let mut rest = text;
    loop {
        let mut chars = rest.chars();
        let c = chars.next().ok_or("a string does not end")?;
        rest = chars.as_str();
        if c == quote {
            return Ok((units, rest));
        }
        let code = if c == '\\' {
            let (code, after) = escaped(rest)?;
            rest = after;
            code
        } else {
            u32::from(c)
        };
        match (u16::try_from(code), char::from_u32(code)) {
            (Ok(unit), _) => units.push(unit),
            (Err(_), Some(c)) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            (Err(_), None) => return Err(format!("`\\u{{{code:x}}}` is no character")),
        }
    }
}

/// The code after a backslash, and the rest.
fn escaped(text: &str) -> Result<(u32, &str), String> {
    let mut chars = text.chars();
    let code = match chars.next() {
        Some('n') => u32::from('\n'),
        Some('r') => u32::from('\r'),
        Some('t') => u32::from('\t'),
        Some(c @ ('"' | '\'' | '\\')) => u32::from(c),
        _ => return code_point(text),
    };
    Ok((code, chars.as_str()))
}

/// The code of `u{…}`, and the rest.
fn code_point(text: &str) -> Result<(u32, &str), String> {
    let digits = text.strip_prefix("u{").and_then(|rest| rest.split_once('}'));
    let (digits, rest) = digits.ok_or("an escape is `\\u{…}`")?;
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal);
    Ok((code.ok_or_else(|| format!("`{digits}` is no code point"))?, rest))
}
