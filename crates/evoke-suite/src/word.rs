//! Words in texts.

/// Whether the text has the word by itself: `evoke.runtime.Key` has `evoke`, and `revoked` has not.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, found)| {
        let continues = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
        !continues(text[..at].chars().next_back()) && !continues(text[at + found.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn part_of_a_longer_word_is_no_word() {
        assert!(
            ["evoke.runtime.Key", "call$evoke$0", "by evoke"].into_iter().all(|it| has_word(it, "evoke"))
        );
        assert!(!["token was revoked", "evoke2", ""].into_iter().any(|it| has_word(it, "evoke")));
    }
}
