//! What the writer has to know of classes beyond their names. The knowledge is in class files, which this crate does
//! not read: whoever has a class path implements [`ClassNames`].

use evoke_analysis::Callable;
use evoke_classfile::ClassName;

/// How a class is written in Java source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceName {
    /// Its package with dots; empty for the unnamed package.
    pub package: String,
    /// Simple names from the outermost class to the class itself.
    pub nested: Vec<String>,
}

/// Answers questions about classes of the class path and the JDK.
pub trait ClassNames {
    /// How source names the class; `None` if there is no such class, or it is local or anonymous.
    fn source_name(&self, class: &ClassName) -> Option<SourceName>;

    /// The class itself if code in the package (internal form, `java/util`) may name it, else its nearest superclass
    /// that it may name.
    fn accessible_supertype(&self, class: &ClassName, from_package: &str) -> ClassName;

    /// Whether `class` is `ancestor` or extends it, by however many steps. Interfaces may be left out.
    fn is_subclass(&self, class: &ClassName, ancestor: &ClassName) -> bool;

    /// Whether code in the package that uses the member on a variable of `class` would mean another one or none, where
    /// `class` is a subclass of the member's owner; of a constructor that takes an outer instance, of the outer class, and its class is the member.
    fn hides(&self, class: &ClassName, member: &Callable, from_package: &str) -> bool;
}

impl SourceName {
    /// The outermost class with its package: what an import names.
    pub(crate) fn top_level(&self) -> String {
        let outermost = self.nested.first().map_or("", String::as_str);
        if self.package.is_empty() { outermost.to_owned() } else { format!("{}.{outermost}", self.package) }
    }
}
