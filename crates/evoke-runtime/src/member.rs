//! A method or field of a runtime class, as instrumented code and JNI name it.

/// A method or field that Java declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Internal name of the class.
    pub class: &'static str,
    /// `<init>` for a constructor.
    pub name: &'static str,
    /// Of a field its type.
    pub descriptor: &'static str,
}

/// The name that the command line and reflection use for a class with this internal name: `a.b.C` for `a/b/C`.
pub fn binary_name(internal_name: &str) -> String {
    internal_name.replace('/', ".")
}
