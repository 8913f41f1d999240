//! Calls on the folder of the test, as the plain Java that does the same on the folder that JUnit gives.

use evoke_analysis::FolderCall;
use evoke_classfile::ClassName;
use evoke_testcase::{JavaString, Statement, Value, VariableRef, file_name};

use super::test_scope::TestScope;
use crate::fixture::{FOLDER, FixtureKind};
use crate::java::{Expression, Type, literal};
use crate::junit_version::JUnitVersion;

/// What the call does.
pub(super) fn folder_call(
    scope: &mut TestScope<'_, '_>,
    call: FolderCall,
    variables: &[VariableRef],
) -> Expression {
    scope.fixtures.insert(FixtureKind::TestFolder);
    let folder = folder(scope.version);
    match (call, variables) {
        (FolderCall::Resolve, [name]) => resolved(scope, folder, *name),
        (FolderCall::TextFile, [name, text]) => {
            let path = resolved(scope, folder, *name);
            let bytes = utf8(scope, *text);
            files(scope, "write", vec![path, bytes])
        }
        (FolderCall::BinaryFile, [name, content]) => {
            let path = resolved(scope, folder, *name);
            let bytes = with_type(scope, *content, Type::keyword("byte").array());
            files(scope, "write", vec![path, bytes])
        }
        (FolderCall::MakeFolder, [name]) => {
            let path = resolved(scope, folder, *name);
            files(scope, "createDirectories", vec![path])
        }
        (FolderCall::FolderWithFile, [name, file, text]) => {
            let path = resolved(scope, folder, *name);
            let made = files(scope, "createDirectories", vec![path]);
            let path = resolved(scope, made, *file);
            let bytes = utf8(scope, *text);
            files(scope, "write", vec![path, bytes]).call("getParent", Vec::new())
        }
        // There are no other calls that have as many arguments as parameters.
        _ => folder,
    }
}

/// The folder as a `Path`.
fn folder(version: JUnitVersion) -> Expression {
    match version {
        JUnitVersion::V4 => root().call("toPath", Vec::new()),
        JUnitVersion::V5 => Expression::variable(FOLDER),
    }
}

/// The folder as the `File` that the rule of JUnit 4 gives.
pub(super) fn root() -> Expression {
    Expression::variable(FOLDER).call("getRoot", Vec::new())
}

fn resolved(scope: &TestScope<'_, '_>, folder: Expression, name: VariableRef) -> Expression {
    let name = match scope.statement(name.index()) {
        Statement::Value(Value::String(literal)) => file_name(literal),
        // No test names a file in another way.
        _ => file_name(&JavaString::from("")),
    };
    let units: Vec<u16> = name.encode_utf16().collect();
    folder.call("resolve", vec![literal::string(&units)])
}

/// A call of a method of `Files`.
pub(super) fn files(scope: &mut TestScope<'_, '_>, method: &str, arguments: Vec<Expression>) -> Expression {
    Expression::Class(scope.class(&ClassName::new("java/nio/file/Files"))).call(method, arguments)
}

fn utf8(scope: &mut TestScope<'_, '_>, text: VariableRef) -> Expression {
    let string = scope.class(&ClassName::new("java/lang/String"));
    let charsets = scope.class(&ClassName::new("java/nio/charset/StandardCharsets"));
    let text = with_type(scope, text, string.into());
    text.call("getBytes", vec![Expression::Class(charsets).field("UTF_8")])
}

/// The variable, of which the compiler knows the type even if it is `null`.
fn with_type(scope: &TestScope<'_, '_>, variable: VariableRef, ty: Type) -> Expression {
    let usage = scope.usage(variable);
    if scope.is_null(variable) { usage.cast(ty) } else { usage }
}
