//! The name of a resource that is there, for code that looks for one: the class file of the class under test, wherever its tests are run.

use evoke_classfile::{ClassFile, ClassName};

const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";

/// Whose methods look for resources by names that code gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResourceNames {
    of_class: bool,
    of_loader: bool,
}

impl ResourceNames {
    /// Notes what a class calls.
    pub(super) fn add_class(&mut self, class: &ClassFile) {
        for member in class.constant_pool.members() {
            let finds =
                member.name.starts_with("getResource") || member.name.starts_with("getSystemResource");
            self.of_class |= finds && member.owner == CLASS;
            self.of_loader |= finds && member.owner == LOADER;
        }
    }

    /// Names of the class file of a class, as those who look for it give them; none if nobody does.
    pub(super) fn texts(self, class: &ClassName) -> Vec<String> {
        let name = format!("{}.class", class.as_str());
        let of_class = self.of_class.then(|| format!("/{name}"));
        of_class.into_iter().chain(self.of_loader.then_some(name)).collect()
    }
}
