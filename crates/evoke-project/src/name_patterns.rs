//! Globs over class names: what `--include` and `--exclude` take.

use evoke_classfile::ClassName;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::error::ProjectError;

/// Patterns of which one has to match.
#[derive(Clone, Debug)]
pub struct NamePatterns(GlobSet);

impl NamePatterns {
    /// Patterns as typed: `com.example.*` are the classes of a package, `com.example.**` those of its subpackages too, `*Service`, without
    /// a package, classes of that name in any.
    ///
    /// # Errors
    ///
    /// [`ProjectError::Pattern`] for what is no glob.
    pub fn parse(patterns: &[String]) -> Result<Self, ProjectError> {
        let bad = |pattern: &str, error: globset::Error| ProjectError::Pattern {
            pattern: pattern.to_owned(),
            why: error.kind().to_string(),
        };
        let mut set = GlobSetBuilder::new();
        for typed in patterns {
            let path = typed.trim().replace('.', "/");
            let path = if path.contains('/') { path } else { format!("**/{path}") };
            let glob = GlobBuilder::new(&path).literal_separator(true).build();
            set.add(glob.map_err(|error| bad(typed, error))?);
        }
        set.build().map(Self).map_err(|error| bad(&patterns.join(","), error))
    }

    /// Whether there is no pattern at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one matches the class.
    pub fn matches(&self, class: &ClassName) -> bool {
        self.0.is_match(class.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, class: &str) -> bool {
        NamePatterns::parse(&[pattern.to_owned()]).unwrap().matches(&class.into())
    }

    #[test]
    fn one_star_stays_in_the_package_and_two_go_below() {
        assert!(matches("com.shop.*", "com/shop/Cart"));
        assert!(!matches("com.shop.*", "com/shop/deep/Cart"));
        assert!(matches("com.shop.**", "com/shop/deep/Cart"));
        assert!(!matches("com.shop.**", "com/shopping/Cart"));
    }

    #[test]
    fn pattern_without_package_is_about_simple_names() {
        assert!(matches("*Service", "com/shop/CartService"));
        assert!(matches("Cart", "Cart") && matches("{Cart,Till}", "a/Till"));
        assert!(!matches("*Service", "com/shop/CartServices"));
    }

    #[test]
    fn what_is_no_glob_is_named() {
        let error = NamePatterns::parse(&["com.[".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("`com.[`"), "{error}");
    }
}
