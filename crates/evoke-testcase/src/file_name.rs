//! The names of files in the folder of a test, made of string literals, whose characters the search chooses as it likes.
//!
//! A name is made where it is needed, to run a test and to write it, so that a literal can be changed freely.

use crate::JavaString;

/// Longest name.
const MAX_LENGTH: usize = 40;
/// What stands for a string of which no name can be made.
const NAMELESS: &str = "file";

/// The name for a literal: a plain name that any file system takes. Letters and digits of ASCII, `-`, `_` and `.` stay, what
/// else there is becomes `_`. It names no other folder, and is its own name.
pub fn file_name(literal: &JavaString) -> String {
    let plain = |unit: u16| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) => char::from(byte),
        _ => '_',
    };
    let name: String = literal.units().iter().take(MAX_LENGTH).map(|unit| plain(*unit)).collect();
    if name.chars().all(|found| found == '.') { NAMELESS.to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_names_a_file_in_the_folder_itself() {
        let name = |text: &str| file_name(&text.into());
        assert_eq!(name("report-1.txt"), "report-1.txt");
        assert_eq!(name("../etc/passwd"), ".._etc_passwd");
        assert_eq!([name(""), name("."), name("..")], ["file"; 3]);
        assert_eq!(name("a\u{1f600}\0b"), "a___b");
        assert_eq!(name(&"x".repeat(300)).len(), MAX_LENGTH);
    }

    #[test]
    fn name_of_a_name_is_the_name() {
        for text in ["", "..", "a b", "~/x", ".zip"] {
            let name = file_name(&text.into());
            assert_eq!(file_name(&name.as_str().into()), name);
        }
    }
}
