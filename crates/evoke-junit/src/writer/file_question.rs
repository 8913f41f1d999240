//! Questions about files in the folder of the test, as the plain Java that asks the same.

use evoke_analysis::{Callable, FileQuestion, FolderCall};
use evoke_testcase::VariableRef;

use super::test_folder::{files, root};
use super::test_scope::TestScope;
use crate::java::Expression;
use crate::junit_version::JUnitVersion;

/// What is asked of the file that the variable, a `Path` or a `File`, names.
pub(super) fn file_question(
    scope: &mut TestScope<'_, '_>,
    asked: &Callable,
    question: FileQuestion,
    file: VariableRef,
) -> Expression {
    let class = asked.parameters.first().and_then(|ty| scope.cluster.types.class_name(*ty));
    let is_path = class.is_some_and(|class| class.as_str() == "java/nio/file/Path");
    let named = scope.usage(file);
    match question {
        FileQuestion::ReadString if is_path => files(scope, "readString", vec![named]),
        FileQuestion::ReadString => {
            let path = named.call("toPath", Vec::new());
            files(scope, "readString", vec![path])
        }
        FileQuestion::Exists if is_path => files(scope, "exists", vec![named]),
        FileQuestion::Exists => named.call("exists", Vec::new()),
        FileQuestion::List if is_path => as_file(scope, file, named).call("list", Vec::new()),
        FileQuestion::List => named.call("list", Vec::new()),
    }
}

/// The path as a `File`, which the rule of JUnit 4 gives as it is.
fn as_file(scope: &TestScope<'_, '_>, path: VariableRef, named: Expression) -> Expression {
    let call = scope.callable_at(path.index()).and_then(Callable::folder_call);
    if call == Some(FolderCall::Path) && scope.version == JUnitVersion::V4 {
        return root();
    }
    named.call("toFile", Vec::new())
}
