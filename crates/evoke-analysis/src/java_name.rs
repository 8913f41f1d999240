//! Which names Java source can be written with. Class files may hold others: Kotlin calls methods `size-impl`, `` `is empty` `` or
//! `native`, and classes `-Util`, which are there for no Java code.

use evoke_classfile::ClassName;

/// Words that are no identifiers, literals included.
const RESERVED: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Words that are identifiers in some places only.
const CONTEXTUAL: [&str; 3] = ["record", "var", "yield"];

/// Whether something new should not be called so in any place.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || CONTEXTUAL.contains(&name)
}

/// Whether source can name a member that is called so, or a package or class.
pub fn is_identifier(name: &str) -> bool {
    let is_start = |found: char| found.is_alphabetic() || matches!(found, '_' | '$');
    name.starts_with(is_start)
        && name.chars().all(|found| found.is_alphanumeric() || matches!(found, '_' | '$'))
        && !RESERVED.contains(&name)
        && name != "_"
}

/// Whether source can name the class, if it is a top-level one.
pub fn is_nameable(class: &ClassName) -> bool {
    class
        .package()
        .split('/')
        .filter(|part| !part.is_empty())
        .chain([class.simple_binary()])
        .all(is_identifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_languages_are_no_identifiers() {
        for name in ["size", "größe", "$plus", "MODULE$", "_1", "yield", "record"] {
            assert!(is_identifier(name), "{name}");
        }
        for name in ["size-impl", "is empty", "-Util", "1st", "", "_", "native", "true"] {
            assert!(!is_identifier(name), "{name}");
        }
    }

    #[test]
    fn class_in_a_package_of_a_reserved_name_cannot_be_named() {
        assert!(is_nameable(&ClassName::new("p/q/Basket")));
        assert!(is_nameable(&ClassName::new("Basket")));
        assert!(!is_nameable(&ClassName::new("p/native/Basket")));
        assert!(!is_nameable(&ClassName::new("p/-Basket")));
    }
}
