//! Values as cells of JUnit's `@CsvSource`, which takes what is empty for `null` and what is quoted as it is.

use serde::{Deserialize, Serialize};

/// JUnit refuses cells of more than 4,096 characters, and nobody reads half of that.
const MAX_TEXT: usize = 1000;
/// What may stand for `null`; the first that is no value itself is taken.
const NULL_WORDS: [&str; 4] = ["null", "NULL", "nil", "none"];

/// A value in CSV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CsvCell {
    /// `null`
    Null,
    /// A number, a boolean or a constant of an enum.
    Word(String),
    /// A string or a character, as it is.
    Text(String),
}

impl CsvCell {
    /// The text of these UTF-16 code units. `None` where it has no form in CSV: control characters and halves of characters do not
    /// come through every version of JUnit as they are.
    pub(crate) fn text(units: &[u16]) -> Option<Self> {
        let text = String::from_utf16(units).ok()?;
        let is_plain = |found: char| matches!(found, ' '..='~') || found.is_alphanumeric();
        (units.len() <= MAX_TEXT && text.chars().all(is_plain)).then_some(Self::Text(text))
    }
}

/// A word that stands for `null` among these; `None` if there is none left.
pub(crate) fn null_word<'c>(cells: &(impl Iterator<Item = &'c CsvCell> + Clone)) -> Option<&'static str> {
    let is_free = |word: &&str| {
        cells.clone().all(|cell| match cell {
            CsvCell::Null => true,
            CsvCell::Word(text) | CsvCell::Text(text) => text != word,
        })
    };
    NULL_WORDS.into_iter().find(is_free)
}

/// The row of these cells.
pub(crate) fn csv_row(cells: &[&CsvCell], null_word: &str) -> String {
    let written = cells.iter().map(|cell| match cell {
        CsvCell::Null => null_word.to_owned(),
        CsvCell::Word(word) => word.clone(),
        CsvCell::Text(text) if is_bare(text) => text.clone(),
        CsvCell::Text(text) => format!("'{}'", text.replace('\'', "''")),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// Whether the text needs no quotes: nothing in it means anything to a reader of CSV.
fn is_bare(text: &str) -> bool {
    let is_plain =
        |found: char| found.is_alphanumeric() || matches!(found, ' ' | '_' | '.' | ':' | '/' | '+' | '-');
    text.starts_with(|first: char| first.is_alphanumeric() || first == '-')
        && text.ends_with(|last: char| last != ' ')
        && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<CsvCell> {
        CsvCell::text(&text.encode_utf16().collect::<Vec<_>>())
    }

    fn row(texts: &[&str]) -> String {
        let cells: Vec<CsvCell> = texts.iter().map(|it| text(it).unwrap()).collect();
        csv_row(&cells.iter().collect::<Vec<_>>(), "null")
    }

    #[test]
    fn text_is_quoted_where_it_would_be_read_otherwise() {
        assert_eq!(row(&["abc", "1/2", "a b", "-1"]), "abc, 1/2, a b, -1");
        assert_eq!(
            row(&["", " a", "a ", "a,b", "it's", "#", "\"", "\\"]),
            r#"'', ' a', 'a ', 'a,b', 'it''s', '#', '"', '\'"#
        );
    }

    #[test]
    fn text_with_control_characters_or_halves_of_characters_has_no_form() {
        assert_eq!([text("a\n"), text("\u{0}"), text("\u{feff}")], [None, None, None]);
        assert_eq!(CsvCell::text(&[0xd800]), None);
        assert_eq!(text("\u{e9}"), Some(CsvCell::Text("\u{e9}".to_owned())));
    }

    #[test]
    fn word_for_null_is_none_of_the_values() {
        let cells = [CsvCell::Null, CsvCell::Text("null".to_owned())];
        assert_eq!(null_word(&cells.iter()), Some("NULL"));
        assert_eq!(csv_row(&[&cells[0], &cells[1]], "NULL"), "NULL, null");
        assert_eq!(null_word(&cells[..1].iter()), Some("null"));
    }
}
