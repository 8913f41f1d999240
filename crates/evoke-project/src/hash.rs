//! Hashes as text: keys that states are compared by, and short ones that names are told apart by.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Bytes of a hash that go into a key: no two states meet by chance.
const KEPT: usize = 16;
/// Digits of the key of a text, which may stand in the name of a file.
const TEXT_DIGITS: usize = 16;

/// 16 hexadecimal digits that are the same for the same text, and most likely for no other.
pub fn key_of_text(text: &str) -> String {
    let mut key = digits(&Sha256::digest(text));
    key.truncate(TEXT_DIGITS);
    key
}

/// The first bytes of a hash, two lower-case digits each.
pub(crate) fn digits(hash: &[u8]) -> String {
    hash.iter().take(KEPT).fold(String::new(), |mut digits, byte| {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_begin_as_the_hash_does() {
        assert_eq!(digits(&Sha256::digest("abc")), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(key_of_text("abc"), "ba7816bf8f01cfea");
        assert_ne!(key_of_text("a:b"), key_of_text("a_b"));
    }
}
