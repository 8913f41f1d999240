//! Input-to-state in texts, and in the byte arrays and streams that are made of texts, where a byte is a character: at which
//! places of a text an operand may have been read, and the text with the other operand there.
//!
//! Where an operand was read is known by its value alone (colourised inputs as in `RedQueen`, 2019, 3.A, are left out: the
//! literals of tests are short enough to try each place). Numbers of several bytes are looked for in both byte orders, as that
//! paper's encodings do.

use evoke_testcase::{JavaString, OperandValue};

/// What reading beyond the end of an input gives.
pub(super) const END: i32 = -1;

/// A text is not made longer than this to get its length right.
const MAX_LENGTH: i64 = 1024;

/// Places of a character that are tried one by one.
const MAX_PLACES: usize = 6;

/// Texts shorter than this are part of many operands that were not made of them.
const SHORTEST_PART: usize = 2;

/// Lengths in bytes of the numbers that are looked for in texts.
const WIDTHS: [usize; 3] = [2, 4, 8];

/// What to write in place of a text that `from` was read from, so that `to` is read instead.
pub(super) fn replacements(text: &JavaString, from: &OperandValue, to: &OperandValue) -> Vec<JavaString> {
    let mut replaced = Vec::new();
    match (from, to) {
        (OperandValue::String(from), OperandValue::String(to)) => {
            replaced.extend(replaced_part(text.units(), from.units(), to.units()));
            replaced.extend(replaced_within(text.units(), from.units(), to.units()));
        }
        (OperandValue::Double(from), OperandValue::Double(to)) => {
            replaced.extend(replaced_floating(text, *from, *to));
        }
        _ => {
            if let (Some(from), Some(to)) = (from.as_integer(), to.as_integer()) {
                replaced.extend(replaced_characters(text.units(), from, to));
                replaced.extend(replaced_bytes(text.units(), from, to));
                replaced.extend(resized(text, from, to));
                replaced.extend(replaced_numeral(text.units(), from, to));
            }
        }
    }
    replaced.into_iter().map(|units| JavaString::from_units(&units)).collect()
}

/// For a text that is or contains the operand, whatever its case: the other in its place, or in front of it.
fn replaced_part(text: &[u16], from: &[u16], to: &[u16]) -> Vec<Vec<u16>> {
    if from.is_empty() {
        return if text.is_empty() { vec![to.to_vec()] } else { vec![[text, to].concat()] };
    }
    let (haystack, needle) = (folded(text), folded(from));
    let Some(position) = haystack.windows(needle.len()).position(|window| window == needle) else {
        return Vec::new();
    };
    let (before, part, after) =
        (&text[..position], &text[position..position + from.len()], &text[position + from.len()..]);
    let mut replaced = vec![[before, to, after].concat()];
    if part.len() < text.len() {
        replaced.push(to.to_vec());
    }
    replaced.push([before, to, part, after].concat());
    replaced
}

/// For a text that is part of the operand, whatever its case: what the other has between the same beginning and end. So `url` is written
/// where `setName`, which was made of `name`, is compared with `setUrl`.
fn replaced_within(text: &[u16], from: &[u16], to: &[u16]) -> Vec<Vec<u16>> {
    if text.len() < SHORTEST_PART || text.len() >= from.len() {
        return Vec::new();
    }
    let (haystack, needle) = (folded(from), folded(text));
    let Some(position) = haystack.windows(needle.len()).position(|window| window == needle) else {
        return Vec::new();
    };
    let (before, after) = (&from[..position], &from[position + text.len()..]);
    let part =
        to.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).filter(|part| !part.is_empty());
    let Some(part) = part else { return Vec::new() };
    let mut replaced = vec![part.to_vec()];
    if text[0] != from[position] {
        replaced.insert(0, [&[other_case(part[0])], &part[1..]].concat());
    }
    replaced
}

/// For a text that contains the operand as a character: the other at each of the first places and the last, everywhere, and
/// in front of each; at the end for what was read beyond it.
fn replaced_characters(text: &[u16], from: i64, to: i64) -> Vec<Vec<u16>> {
    let Some(to) = unit_of(to) else { return Vec::new() };
    if from == i64::from(END) {
        return vec![[text, &[to]].concat()];
    }
    let Some(from) = unit_of(from) else { return Vec::new() };
    let mut places = places_of(text, from);
    if places.is_empty() {
        places = places_of(text, other_case(from));
    }
    let mut replaced = Vec::new();
    for place in &places {
        let mut units = text.to_vec();
        units[*place] = to;
        replaced.push(units);
    }
    if places.len() > 1 {
        let of_place = |place: usize| if places.contains(&place) { to } else { text[place] };
        replaced.push((0..text.len()).map(of_place).collect());
    }
    for place in &places {
        let mut units = text.to_vec();
        units.insert(*place, to);
        replaced.push(units);
    }
    replaced
}

/// The first places of a character, and its last.
fn places_of(text: &[u16], unit: u16) -> Vec<usize> {
    let all: Vec<usize> = (0..text.len()).filter(|place| text[*place] == unit).collect();
    let mut places: Vec<usize> = all.iter().copied().take(MAX_PLACES - 1).collect();
    places.extend(all.last().filter(|last| !places.contains(last)));
    places
}

/// The character that an operand is, or the one that stands for it if it is a negative byte.
fn unit_of(operand: i64) -> Option<u16> {
    i8::try_from(operand)
        .ok()
        .filter(|byte| *byte < 0)
        .map(|byte| u16::from(byte.cast_unsigned()))
        .or_else(|| u16::try_from(operand).ok())
}

/// For a text whose characters are, as bytes, the operand in either byte order.
fn replaced_bytes(text: &[u16], from: i64, to: i64) -> Vec<Vec<u16>> {
    let mut replaced = Vec::new();
    if unit_of(from).is_some_and(|unit| unit <= 0xFF) {
        return replaced;
    }
    for width in WIDTHS {
        for is_big_endian in [true, false] {
            let (Some(from), Some(to)) = (bytes(from, width, is_big_endian), bytes(to, width, is_big_endian))
            else {
                continue;
            };
            if let Some(place) = text.windows(width).position(|window| window == from) {
                replaced.push([&text[..place], &to, &text[place + width..]].concat());
            }
        }
    }
    replaced
}

/// The number as characters, each a byte; `None` if it takes more of them, signed or not.
fn bytes(number: i64, width: usize, is_big_endian: bool) -> Option<Vec<u16>> {
    let bits = 8 * width as u32;
    let fits = bits == i64::BITS || (-(1_i64 << (bits - 1))..1_i64 << bits).contains(&number);
    let mut bytes: Vec<u16> = number.to_le_bytes()[..width].iter().map(|byte| u16::from(*byte)).collect();
    if is_big_endian {
        bytes.reverse();
    }
    fits.then_some(bytes)
}

/// For a text whose length is the operand: the other length, and one more and less.
fn resized(text: &JavaString, from: i64, to: i64) -> Vec<Vec<u16>> {
    if text.len() as i64 != from {
        return Vec::new();
    }
    let lengths = [to, to.saturating_add(1), to.saturating_sub(1)];
    lengths
        .into_iter()
        .filter(|length| (0..=MAX_LENGTH).contains(length))
        .map(|length| text.repeated(length as usize).units().to_vec())
        .collect()
}

/// For a text in which the operand is written down.
fn replaced_numeral(text: &[u16], from: i64, to: i64) -> Option<Vec<u16>> {
    if let Ok(read) = String::from_utf16(text)
        && read.trim().parse::<i64>() == Ok(from)
    {
        return Some(to.to_string().encode_utf16().collect());
    }
    let numeral: Vec<u16> = from.to_string().encode_utf16().collect();
    let place = text.windows(numeral.len()).position(|window| window == numeral)?;
    // A single digit is a character rather than a number.
    let written: Vec<u16> = to.to_string().encode_utf16().collect();
    (numeral.len() > 1).then(|| [&text[..place], &written, &text[place + numeral.len()..]].concat())
}

fn replaced_floating(text: &JavaString, from: f64, to: f64) -> Option<Vec<u16>> {
    let read = String::from_utf16(text.units()).ok()?;
    (read.trim().parse::<f64>().ok()? == from).then(|| to.to_string().encode_utf16().collect())
}

/// ASCII in lower case: what folding means for the words of a program.
fn folded(text: &[u16]) -> Vec<u16> {
    text.iter().map(|unit| if is_upper_case(*unit) { unit + 32 } else { *unit }).collect()
}

fn other_case(unit: u16) -> u16 {
    let lower_case = u16::from(b'a')..=u16::from(b'z');
    if is_upper_case(unit) {
        unit + 32
    } else if lower_case.contains(&unit) {
        unit - 32
    } else {
        unit
    }
}

fn is_upper_case(unit: u16) -> bool {
    (u16::from(b'A')..=u16::from(b'Z')).contains(&unit)
}
