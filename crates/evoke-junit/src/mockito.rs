//! Mockito on a class path, as far as suites with mocks need it to be known.

use std::path::PathBuf;

use evoke_classfile::{ClassFile, ClassName, ClassPath, Origin};

use crate::class_path_files::holds;

/// What has a method that it got with version 5, where mocks of whatever class became the default.
const CLASS_OF_VERSION_5: (&str, &str) = ("org/mockito/ArgumentMatcher", "type");
/// By which older versions are told to do so.
const MOCK_MAKER: &str = "mockito-extensions/org.mockito.plugins.MockMaker";
/// What has to be on the class path for mocks to be made.
const PARTS: [&str; 3] = ["org/mockito/Mockito", "net/bytebuddy/ByteBuddy", "org/objenesis/Objenesis"];
/// The agent that Mockito would have to load into a running JVM, which needs more than a sandbox allows.
const AGENT: &str = "net/bytebuddy/agent/Installer";

/// A Mockito that can mock what tests can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mockito {
    /// The jar to start a JVM with as an agent.
    pub agent: PathBuf,
}

impl Mockito {
    /// The Mockito of a class path: version 5 or later, or `mockito-inline`; `None` where it has none, or not all that it needs.
    pub fn of(class_path: &ClassPath) -> Option<Self> {
        let has = |name: &&str| class_path.origin(&ClassName::new(name)).is_some();
        let Some(Origin::Entry(agent)) = class_path.origin(&ClassName::new(AGENT)) else { return None };
        let agent = class_path.entries().get(agent)?.clone();
        let is_complete = PARTS.iter().all(has) && agent.is_file();
        (is_complete && mocks_whatever_class(class_path)).then_some(Self { agent })
    }
}

fn mocks_whatever_class(class_path: &ClassPath) -> bool {
    let (class, method) = CLASS_OF_VERSION_5;
    let bytes = class_path.find(&ClassName::new(class)).ok().flatten();
    let class = bytes.and_then(|bytes| ClassFile::parse(&bytes).ok());
    class.is_some_and(|class| class.methods.iter().any(|it| it.name == method))
        || class_path.entries().iter().any(|entry| holds(entry, MOCK_MAKER))
}
