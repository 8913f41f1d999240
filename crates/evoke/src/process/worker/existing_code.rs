//! The class files of tests that are there already, for their constants and what they construct and call.

use evoke_analysis::ClassLibrary;
use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk, Origin};

use crate::existing_tests::ExistingCode;

/// The classes of the code, what is nested in them, and what they extend as far as it lies beside them. What cannot be read is left out.
pub(super) fn class_files(code: &ExistingCode, jdk: &Jdk) -> Vec<ClassFile> {
    let Ok(class_path) = ClassPath::open(&code.entries, jdk) else { return Vec::new() };
    let library = ClassLibrary::new(&class_path);
    let mut files: Vec<ClassFile> = Vec::new();
    let mut waiting = suites(code);
    while let Some(name) = waiting.pop() {
        let is_there = matches!(class_path.origin(&name), Some(Origin::Entry(_)));
        let is_new = is_there && files.iter().all(|known| known.name != name);
        for file in is_new.then(|| library.with_nested(&name)).flatten().unwrap_or_default() {
            waiting.extend(file.super_class.clone());
            if files.iter().all(|known| known.name != file.name) {
                files.push(file);
            }
        }
    }
    files
}

/// The classes whose tests are read.
pub(super) fn suites(code: &ExistingCode) -> Vec<ClassName> {
    code.classes.iter().map(|class| ClassName::from_binary(class)).collect()
}
