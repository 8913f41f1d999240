//! Which test libraries a class path has, by the classes that make them what they are.

use evoke_classfile::{ClassName, ClassPath};

/// What tests of a module can use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestFrameworks {
    /// JUnit 5 or later.
    pub jupiter: bool,
    /// JUnit 4.
    pub junit4: bool,
}

impl TestFrameworks {
    /// What is on the class path.
    pub fn of(class_path: &ClassPath) -> Self {
        let has = |name: &str| class_path.origin(&ClassName::new(name)).is_some();
        Self { jupiter: has("org/junit/jupiter/api/Test"), junit4: has("org/junit/Test") }
    }
}
