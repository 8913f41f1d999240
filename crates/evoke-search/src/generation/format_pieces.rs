//! Strings that look like formats (`yyyy-MM-dd'T'HH:mm`, `%5d`, `{0}`), taken apart into pieces: runs of one letter, of
//! digits, or of one other character. A piece is filled in as a value of the format would, or dropped, repeated or moved.

use evoke_testcase::JavaString;
use rand::Rng;

use crate::SearchRng;

/// Longer runs of a letter are filled in no longer than this.
const MAX_WIDTH: usize = 9;

/// Fields of dates mostly are within these, by their number of digits: the days of February and years of our time.
const FIELD_LIMITS: [u32; 4] = [10, 29, 366, 2100];

/// A value of the format: runs of a letter become numbers of as many digits, conversions such as `%d` numbers, and quotes
/// go.
pub(super) fn filled_in(format: &JavaString, rng: &mut SearchRng) -> JavaString {
    let mut units = Vec::with_capacity(format.len());
    let mut is_quoted = false;
    let mut after_percent = false;
    for piece in pieces(format.units()) {
        let first = piece[0];
        if first == u16::from(b'\'') {
            is_quoted ^= piece.len() % 2 == 1;
        } else if first == u16::from(b'%') {
            after_percent = true;
        } else if is_letter(first) && !is_quoted {
            let width = if after_percent { rng.random_range(1..4) } else { piece.len() };
            units.extend(number(width, rng).encode_utf16());
            after_percent = false;
        } else if !after_percent {
            units.extend(piece);
        }
    }
    JavaString::from_units(&units)
}

/// The format with one piece dropped, repeated or put in another place.
pub(super) fn edited(format: &JavaString, rng: &mut SearchRng) -> JavaString {
    let mut pieces: Vec<&[u16]> = pieces(format.units()).collect();
    if pieces.is_empty() {
        return format.clone();
    }
    let chosen = rng.random_range(0..pieces.len());
    match rng.random_range(0..3) {
        0 => drop(pieces.remove(chosen)),
        1 => pieces.insert(chosen, pieces[chosen]),
        _ => {
            let other = rng.random_range(0..pieces.len());
            pieces.swap(chosen, other);
        }
    }
    JavaString::from_units(&pieces.concat())
}

fn pieces(units: &[u16]) -> impl Iterator<Item = &[u16]> {
    units.chunk_by(|one, next| one == next || is_digit(*one) && is_digit(*next))
}

fn number(width: usize, rng: &mut SearchRng) -> String {
    let width = width.min(MAX_WIDTH);
    let limit = FIELD_LIMITS.get(width - 1).copied().unwrap_or(10_u32.pow(width as u32));
    format!("{:0width$}", rng.random_range(1..limit))
}

fn is_letter(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphabetic())
}

fn is_digit(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_digit())
}
