//! What the manifest of a jar says that matters to whoever loads its classes (JAR File Specification, "JAR Manifest" and "Package
//! Sealing").

use std::collections::BTreeMap;

/// Attributes of the manifest that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// Whether there are classes for single releases.
    pub(super) is_multi_release: bool,
    is_sealed: bool,
    /// Packages that have a word of their own about it.
    sealed: BTreeMap<String, bool>,
}

impl Manifest {
    /// Reads the text of a manifest. What is no attribute is skipped.
    pub(super) fn parse(text: &str) -> Self {
        let mut manifest = Self::default();
        // A line that begins with a space goes on where the one before it ended.
        let text = text.replace("\r\n", "\n").replace("\n ", "");
        let mut package: Option<&str> = None;
        let mut is_main = true;
        for line in text.lines() {
            if line.is_empty() {
                (is_main, package) = (false, None);
            }
            let Some((key, value)) = line.split_once(':') else { continue };
            let (value, is) = (value.trim(), |name: &str| key.eq_ignore_ascii_case(name));
            let is_true = value.eq_ignore_ascii_case("true");
            match package {
                _ if is("Name") && !is_main => package = value.strip_suffix('/'),
                None if is_main && is("Multi-Release") => manifest.is_multi_release = is_true,
                None if is_main && is("Sealed") => manifest.is_sealed = is_true,
                Some(package) if is("Sealed") => {
                    manifest.sealed.insert(package.to_owned(), is_true);
                }
                _ => {}
            }
        }
        manifest
    }

    /// Whether all classes of the package (internal form) must come from the jar.
    pub(super) fn seals(&self, package: &str) -> bool {
        self.sealed.get(package).copied().unwrap_or(self.is_sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_is_sealed_where_its_section_or_else_the_jar_says_so() {
        let of_jar =
            Manifest::parse("Manifest-Version: 1.0\r\nSealed: true\r\n\r\nName: open/\r\nSealed: false\r\n");
        assert_eq!(["any/where", "open"].map(|package| of_jar.seals(package)), [true, false]);
        let of_package = Manifest::parse(
            "Manifest-Version: 1.0\n\nName: a/very/long/na\n me/\nSealed: TRUE\n\nName: b.txt\n",
        );
        assert_eq!(["a/very/long/name", "b"].map(|package| of_package.seals(package)), [true, false]);
        assert!(!of_package.is_multi_release);
    }

    #[test]
    fn only_the_main_section_makes_a_jar_one_of_several_releases() {
        assert!(Manifest::parse("multi-release: True\n").is_multi_release);
        assert!(
            !Manifest::parse("Manifest-Version: 1.0\n\nName: p/\nMulti-Release: true\n").is_multi_release
        );
    }
}
