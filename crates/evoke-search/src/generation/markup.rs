//! Documents of XML that grow: another element or attribute for one that is empty. A character more or less mostly leaves none.

use evoke_testcase::JavaString;
use rand::Rng;

use crate::SearchRng;

/// What ends an empty element.
const END: [u16; 2] = [b'/' as u16, b'>' as u16];
/// What is written where a word cannot name anything.
const FALLBACK: &str = "x";

/// The document with one element or attribute more, in or after an empty element of it; `None` where it has none. `word` gives what these
/// are called and hold.
pub(crate) fn grown(
    document: &JavaString,
    mut word: impl FnMut(&mut SearchRng) -> JavaString,
    rng: &mut SearchRng,
) -> Option<JavaString> {
    let units = document.units();
    let is_end = |start: &usize| units[*start..].starts_with(&END);
    let ends: Vec<usize> = (0..units.len()).filter(is_end).collect();
    if ends.is_empty() {
        return None;
    }
    let end = ends[rng.random_range(0..ends.len())];
    let start = units[..end].iter().rposition(|unit| *unit == u16::from(b'<'))?;
    let (before, after) = units.split_at(end);
    let name = name_of(&word(rng));
    let changed = match rng.random_range(0..3) {
        0 => {
            let attribute = joined(&[" ", &name, "=\"", &value_of(&word(rng)), "\""]);
            [before, &attribute, after].concat()
        }
        // There is one outermost element alone.
        1 if start > 0 => {
            let (element, rest) = after.split_at(END.len());
            [before, element, &joined(&["<", &name, "/>"]), rest].concat()
        }
        _ => {
            let outer =
                units[start + 1..end].split(|unit| *unit == u16::from(b' ')).next().unwrap_or_default();
            let (opened, closed) = (joined(&["><", &name, "/></"]), joined(&[">"]));
            [before, &opened, outer, &closed, &after[END.len()..]].concat()
        }
    };
    Some(JavaString::from_units(&changed))
}

fn joined(parts: &[&str]) -> Vec<u16> {
    parts.iter().flat_map(|part| part.encode_utf16()).collect()
}

/// A name without a namespace, in ASCII (XML 1.0, production 5).
fn name_of(word: &JavaString) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let is_name =
        |text: &String| text.chars().all(is_part) && text.starts_with(|first: char| !first.is_ascii_digit());
    String::from_utf16(word.units()).ok().filter(is_name).unwrap_or_else(|| FALLBACK.to_owned())
}

/// What can stand between quotes.
fn value_of(word: &JavaString) -> String {
    let is_special = |character: char| "<&\"".contains(character) || character < ' ';
    let text = String::from_utf16(word.units()).ok().filter(|text| !text.contains(is_special));
    text.unwrap_or_else(|| FALLBACK.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    fn grown_to(document: &str, word: &'static str) -> BTreeSet<String> {
        let mut rng = SearchRng::seed_from_u64(1);
        let mut grow = || grown(&document.into(), |_| word.into(), &mut rng);
        (0..100).filter_map(|_| grow().map(|text| String::from_utf16(text.units()).unwrap())).collect()
    }

    #[test]
    fn empty_element_gets_an_attribute_an_element_or_a_neighbour() {
        let inner = ["<a><b w=\"w\"/></a>", "<a><b/><w/></a>", "<a><b><w/></b></a>"];
        assert_eq!(grown_to("<a><b/></a>", "w"), inner.map(str::to_owned).into());
        let with_attribute = ["<a k=\"1\" w=\"w\"/>", "<a k=\"1\"><w/></a>"];
        assert_eq!(grown_to("<a k=\"1\"/>", "w"), with_attribute.map(str::to_owned).into());
    }

    #[test]
    fn what_is_no_name_names_nothing_and_what_ends_a_value_is_in_none() {
        let grown = ["<a x=\"1 2\"/>", "<a><x/></a>"];
        assert_eq!(grown_to("<a/>", "1 2"), grown.map(str::to_owned).into());
        assert!(grown_to("<a/>", "\"<").contains("<a x=\"x\"/>"));
    }

    #[test]
    fn text_without_an_empty_element_stays() {
        assert!(grown_to("a > b", "w").is_empty());
        assert!(grown_to("/>", "w").is_empty());
    }
}
