//! Strings that read as numbers, in the notations of Java and of most formats.

use evoke_testcase::JavaString;
use rand::Rng;

use crate::SearchRng;

/// Letters that may follow a number in Java.
const SUFFIXES: [&str; 6] = ["L", "l", "f", "F", "d", "D"];

/// A number as text, sometimes just outside the range of a type.
pub(super) fn draw(rng: &mut SearchRng) -> JavaString {
    let mut text = match rng.random_range(0..8) {
        0..3 => rng.random_range(0..1000_u32).to_string(),
        3 => boundary(rng),
        4 => format!(
            "{}{:x}",
            if rng.random() { "0x" } else { "#" },
            rng.random::<u32>() >> rng.random_range(0..32)
        ),
        5 => format!("{}.{}", rng.random_range(0..100_u32), rng.random_range(0..1000_u32)),
        6 => format!(
            "{}.{}e{}",
            rng.random_range(0..10_u32),
            rng.random_range(0..10_u32),
            rng.random_range(-400..400)
        ),
        _ => format!("0{:o}", rng.random_range(0..512_u32)),
    };
    if rng.random_bool(0.25) {
        text.insert(0, if rng.random() { '-' } else { '+' });
    }
    if rng.random_bool(0.2) {
        text.push_str(SUFFIXES[rng.random_range(0..SUFFIXES.len())]);
    }
    JavaString::from(text.as_str())
}

/// At or just beyond the ends of `int`, `long`, `float` and `double`.
fn boundary(rng: &mut SearchRng) -> String {
    const TEXTS: [&str; 8] = [
        "2147483647",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "3.4028236e38",
        "1.8e308",
        "1e-46",
        "1e-325",
    ];
    TEXTS[rng.random_range(0..TEXTS.len())].to_owned()
}
