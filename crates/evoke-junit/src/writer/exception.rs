//! The statement that is expected to throw: `assertThrows` for JUnit 5, `try`, `fail` and `catch` for JUnit 4, whose
//! older versions have nothing else.

use std::collections::BTreeSet;

use evoke_analysis::CallableKind;
use evoke_classfile::ClassName;
use evoke_testcase::JavaString;

use super::{TestWriter, literal};
use crate::suite::SourceLine;
use crate::{Import, JUnitVersion};

/// What the caught exception is called.
pub(super) const EXCEPTION_VARIABLE: &str = "exception";

impl TestWriter<'_, '_> {
    pub(super) fn write_throwing(&mut self, position: usize) {
        let draft = self.draft;
        let Some(exception) = &draft.exception else { return };
        let package = self.names.internal_package();
        let class = self.classes.accessible_supertype(&exception.class, &package);
        if self.version == JUnitVersion::V4 && self.can_catch(position, &class) {
            self.write_try(position, &class, exception.message.as_ref());
            let classes = self.classes;
            let declared = self.callable_at(position).map_or(&[][..], |callable| &callable.exceptions);
            self.declare_exceptions(
                declared.iter().filter(|declared| !classes.is_subclass(declared, &class)),
            );
        } else {
            self.write_assert_throws(position, &class, exception.message.as_ref());
        }
    }

    /// Whether `catch` of the class compiles and does not also catch what `fail` throws.
    fn can_catch(&self, position: usize, class: &ClassName) -> bool {
        let catches_failure = self.classes.is_subclass(&"java/lang/AssertionError".into(), class);
        let is_declared = || {
            self.callable_at(position).is_some_and(|callable| {
                let may_throw = |declared: &ClassName| {
                    self.classes.is_subclass(declared, class) || self.classes.is_subclass(class, declared)
                };
                callable.exceptions.iter().any(may_throw)
            })
        };
        let is_everything = matches!(class.as_str(), "java/lang/Exception" | "java/lang/Throwable");
        !catches_failure && (is_everything || !self.is_checked(class) || is_declared())
    }

    fn write_try(&mut self, position: usize, class: &ClassName, message: Option<&JavaString>) {
        let mut imports = BTreeSet::from([self.static_import("fail")]);
        let class = self.names.class(class, &mut imports);
        self.lines.push(SourceLine::code("try {", BTreeSet::new()));
        let first = self.lines.len();
        self.write_effect(position);
        for line in &mut self.lines[first..] {
            line.text = format!("    {}", line.text.replace('\n', "\n    "));
        }
        self.lines.push(SourceLine::code(format!("    fail(\"expected {class}\");"), imports));
        let catch = format!("}} catch ({class} {EXCEPTION_VARIABLE}) {{");
        self.lines.push(SourceLine::code(catch, BTreeSet::new()));
        match message {
            Some(message) => self.write_message(message, "    "),
            None => self.lines.push(SourceLine::code("    // Expected.", BTreeSet::new())),
        }
        self.lines.push(SourceLine::code("}", BTreeSet::new()));
    }

    fn write_assert_throws(&mut self, position: usize, class: &ClassName, message: Option<&JavaString>) {
        let mut expression = self.definition(position);
        let class = self.names.class(class, &mut expression.imports);
        let mut body = expression.text;
        if self.callable_at(position).is_some_and(|callable| callable.kind == CallableKind::FieldRead) {
            // Reading a field is no statement in Java.
            body = format!("{{ Object value = {body}; }}");
        }
        let mut text = format!("assertThrows({class}.class, () -> {body});");
        if message.is_some() {
            text.insert_str(0, &format!("{class} {EXCEPTION_VARIABLE} = "));
        }
        expression.imports.insert(self.static_import("assertThrows"));
        self.lines.push(SourceLine::code(text, expression.imports));
        if let Some(message) = message {
            self.write_message(message, "");
        }
    }

    fn write_message(&mut self, message: &JavaString, indent: &str) {
        let text = format!(
            "{indent}assertEquals({}, {EXCEPTION_VARIABLE}.getMessage());",
            literal::string(message.units())
        );
        let imports: BTreeSet<Import> = BTreeSet::from([self.static_import("assertEquals")]);
        self.lines.push(SourceLine::assertion(text, imports));
    }
}
