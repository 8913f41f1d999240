//! Which class another one is nested in. A `$` may also be a part of a name, so that names alone do not say it: the classes that there are do.

use std::collections::BTreeSet;

use crate::ClassName;

/// The known class that this one is nested in, the outermost if there are several, or itself.
pub fn outermost(name: &ClassName, known: &BTreeSet<&ClassName>) -> ClassName {
    let simple_start = name.as_str().len() - name.simple_binary().len();
    let dollars = name.simple_binary().match_indices('$').map(|(at, _)| simple_start + at);
    let prefixes = dollars.map(|end| ClassName::new(&name.as_str()[..end]));
    prefixes.into_iter().find(|prefix| known.contains(prefix)).unwrap_or_else(|| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollar_nests_only_in_a_class_that_is_there() {
        let names = ["p/$Types", "p/Map", "p/Map$Entry"].map(ClassName::new);
        let known: BTreeSet<&ClassName> = names.iter().collect();
        let of = |name: &str| outermost(&ClassName::new(name), &known).as_str().to_owned();
        assert_eq!([of("p/$Types"), of("p/$Types$1")], ["p/$Types"; 2]);
        assert_eq!([of("p/Map"), of("p/Map$Entry$1")], ["p/Map"; 2]);
        assert_eq!(of("p/Price$Tag"), "p/Price$Tag");
    }
}
