//! What is known of a class file before it is read: its greatest size, and what its path says.

/// No class file is larger than this. The format allows more, compilers do not write it.
pub(super) const MAX_CLASS_SIZE: u64 = 64 << 20;

/// Whether a class lies in a package that users of the JDK write imports for.
pub(super) fn is_public_api(internal: &str) -> bool {
    internal.starts_with("java/") || internal.starts_with("javax/")
}

/// The class that a path inside a jar or folder names; `None` for other files and the `-info` pseudo classes.
pub(super) fn class_at(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit_once('/').map_or(name, |(_, simple)| simple);
    let is_class = !simple.is_empty() && simple != "module-info" && simple != "package-info";
    is_class.then_some(name)
}
