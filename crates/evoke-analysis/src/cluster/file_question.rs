//! What a test asks of the files in its folder when it has ended: calls of a class that only the search has, as those are that make
//! files there. The emitted test contains what they do.

use evoke_classfile::ClassName;
use evoke_runtime::{Member, members::file_questions};

use super::builder::Builder;
use super::callable::Callable;
use super::test_folder::{FILE, PATH};
use crate::CallableId;

/// What of a file an assertion speaks of. It is asked by a static method that takes the `Path` or the `File`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileQuestion {
    /// The text in it, a `String`; of no file whose bytes are no UTF-8, or too many.
    ReadString,
    /// The names of what a folder holds, a `String[]` of one at most.
    List,
    /// Whether it is there, where neither of the others says more.
    Exists,
}

impl FileQuestion {
    const OF_PATH: [(Self, Member); 3] = [
        (Self::ReadString, file_questions::READ_STRING_PATH),
        (Self::List, file_questions::LIST_PATH),
        (Self::Exists, file_questions::EXISTS_PATH),
    ];
    const OF_FILE: [(Self, Member); 3] = [
        (Self::ReadString, file_questions::READ_STRING_FILE),
        (Self::List, file_questions::LIST_FILE),
        (Self::Exists, file_questions::EXISTS_FILE),
    ];
}

impl Callable {
    /// What it asks of a file in the test's folder; `None` if it is another call.
    pub fn file_question(&self) -> Option<FileQuestion> {
        if self.owner.as_str() != file_questions::CLASS {
            return None;
        }
        FileQuestion::OF_PATH
            .iter()
            .find(|(_, method)| method.name == self.name)
            .map(|(question, _)| *question)
    }
}

impl Builder<'_> {
    /// What can be asked of the files that objects of the class name; of other classes nothing.
    pub(super) fn file_questions(&mut self, class: &ClassName) -> Vec<CallableId> {
        let questions = match class.as_str() {
            PATH => FileQuestion::OF_PATH,
            FILE => FileQuestion::OF_FILE,
            _ => return Vec::new(),
        };
        // Without `Files.readString` (Java 11) a test would have no short way to say it.
        let files = self.library.get(&"java/nio/file/Files".into());
        if !files.is_some_and(|files| files.methods.iter().any(|method| method.name == "readString")) {
            return Vec::new();
        }
        let calls = self.runtime_calls(file_questions::CLASS, &questions.map(|(_, method)| method));
        calls.into_iter().map(|call| self.add(call, self.limits.depth + 1)).collect()
    }
}
