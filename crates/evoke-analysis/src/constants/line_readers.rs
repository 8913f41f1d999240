//! Code that reads texts line by line.

use evoke_classfile::ClassFile;

/// Methods that give lines of a text or of a file: of readers, scanners, strings and files, and of libraries that call theirs alike.
const METHODS: [&str; 6] = ["lines", "nextLine", "readAllLines", "readLine", "readLines", "hasNextLine"];

/// Whether the class calls such a method.
pub(super) fn reads_lines(class: &ClassFile) -> bool {
    class
        .constant_pool
        .members()
        .any(|member| member.descriptor.starts_with('(') && METHODS.contains(&member.name))
}
