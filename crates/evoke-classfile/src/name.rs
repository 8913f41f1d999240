//! The name of a class in its internal form (JVMS 4.2.1), cheap to clone and to compare.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A class or interface name in internal form: `java/util/Map$Entry`. Never an array.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// Takes an internal name as it stands in a class file.
    pub fn new(internal: &str) -> Self {
        Self(Arc::from(internal))
    }

    /// Takes a binary name as a user types it: `java.util.Map$Entry`.
    pub fn from_binary(binary: &str) -> Self {
        Self(Arc::from(binary.replace('.', "/")))
    }

    /// The internal form: `java/util/Map$Entry`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The binary form that `Class.getName` prints: `java.util.Map$Entry`.
    pub fn binary(&self) -> String {
        self.0.replace('/', ".")
    }

    /// The package in internal form, `java/util`; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The part after the package: `Map$Entry`.
    pub fn simple_binary(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, simple)| simple)
    }

    /// The class that this one is nested in as far as its name tells, or itself: `java/util/Map` of `java/util/Map$Entry`. A dollar that begins the
    /// name does not end it; that any other may be a part of a name, too (JLS 3.8), only those know who know the classes.
    pub fn top_level(&self) -> Self {
        let start = self.0.len() - self.simple_binary().len();
        match self.0[start..].char_indices().skip(1).find(|(_, character)| *character == '$') {
            Some((end, _)) => Self::new(&self.0[..start + end]),
            None => self.clone(),
        }
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes the binary form, as users read it.
impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.binary())
    }
}

/// Maps keyed by class name can be asked with the text of a class file. Both hash and compare as text.
impl Borrow<str> for ClassName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ClassName {
    fn from(internal: &str) -> Self {
        Self::new(internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_is_nested_in_what_stands_before_the_first_dollar_that_does_not_begin_its_name() {
        let top_level = |name: &str| ClassName::new(name).top_level().as_str().to_owned();
        assert_eq!(top_level("a/b/Map$Entry$1"), "a/b/Map");
        assert_eq!(top_level("a/$Gson$Types"), "a/$Gson");
        assert_eq!(top_level("$Proxy"), "$Proxy");
        assert_eq!(top_level("a$b/Map"), "a$b/Map");
    }
}
