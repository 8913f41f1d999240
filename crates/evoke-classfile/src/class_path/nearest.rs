//! Classes whose names are like a name that was not found, for the hint of an error message.

use crate::ClassName;

/// How well a candidate fits; smaller is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Only the separator of a nested class differs: `Map.Entry` for `Map$Entry`.
    SameButSeparators,
    /// The same simple name in another package.
    SameSimpleName,
    /// Simple names that this many edits turn into each other.
    Edits(usize),
}

/// At most `limit` of the candidates, best first; of equals the alphabet decides.
pub(super) fn rank(wanted: &ClassName, candidates: &[ClassName], limit: usize) -> Vec<ClassName> {
    let mut ranked: Vec<(Closeness, &ClassName)> =
        candidates.iter().filter_map(|name| Some((closeness(wanted, name)?, name))).collect();
    ranked.sort_unstable();
    ranked.into_iter().take(limit).map(|(_, name)| name.clone()).collect()
}

fn closeness(wanted: &ClassName, candidate: &ClassName) -> Option<Closeness> {
    let separators_aside = |name: &ClassName| name.as_str().replace('$', "/");
    if separators_aside(wanted) == separators_aside(candidate) {
        return Some(Closeness::SameButSeparators);
    }
    let (wanted, candidate) = (simple_name(wanted), simple_name(candidate));
    if wanted == candidate {
        return Some(Closeness::SameSimpleName);
    }
    let limit = (wanted.chars().count() / 3).max(1);
    if wanted.len().abs_diff(candidate.len()) > limit * 4 {
        return None;
    }
    let edits = edit_distance(&wanted.to_lowercase(), &candidate.to_lowercase());
    (edits <= limit).then_some(Closeness::Edits(edits))
}

fn simple_name(name: &ClassName) -> &str {
    let simple = name.simple_binary();
    simple.rsplit_once('$').map_or(simple, |(_, nested)| nested)
}

/// Levenshtein distance in which swapping two neighbours is one edit (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, rank};
    use crate::ClassName;

    fn names(internal: &[&str]) -> Vec<ClassName> {
        internal.iter().map(|name| ClassName::new(name)).collect()
    }

    #[test]
    fn swapped_neighbours_are_one_edit() {
        assert_eq!(edit_distance("fraction", "fractoin"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn same_simple_name_in_another_package_comes_before_similar_names() {
        let entries = names(&["a/Fractions", "b/math/Fraction", "c/Unrelated"]);
        let found = rank(&ClassName::new("b/Fraction"), &entries, 5);
        assert_eq!(found, names(&["b/math/Fraction", "a/Fractions"]));
    }

    #[test]
    fn nested_class_written_with_a_dot_is_found_first() {
        let entries = names(&["a/Map$Entry", "b/Entry"]);
        let found = rank(&ClassName::new("a/Map/Entry"), &entries, 1);
        assert_eq!(found, names(&["a/Map$Entry"]));
    }
}
