//! Modified UTF-8 (JVMS 4.4.7): surrogates are encoded one by one and NUL takes two bytes.

/// The text, if it is spelled as in standard UTF-8. Most text is.
pub(crate) fn as_plain(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    // What standard UTF-8 has and modified UTF-8 has not: NUL as such, and characters of four bytes.
    (!bytes.iter().any(|byte| *byte == 0 || *byte >= 0xf0)).then_some(text)
}

/// UTF-16 of any modified UTF-8; `None` if malformed.
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied().map(u16::from);
    let continuation = |byte: Option<u16>| byte.filter(|byte| byte & 0xc0 == 0x80).map(|byte| byte & 0x3f);
    while let Some(first) = rest.next() {
        units.push(match first {
            0x01..=0x7f => first,
            0xc0..=0xdf => (first & 0x1f) << 6 | continuation(rest.next())?,
            0xe0..=0xef => {
                let middle = continuation(rest.next())?;
                (first & 0x0f) << 12 | middle << 6 | continuation(rest.next())?
            }
            _ => return None,
        });
    }
    Some(units)
}

/// The bytes that a class file holds, and JNI takes, for `text` (JVMS 4.4.7). None of them is zero.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    bytes
}
