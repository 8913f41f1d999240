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
