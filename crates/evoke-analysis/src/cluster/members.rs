//! The members of a class that a test can use for one purpose: all of a class under test, what gives a type, what changes an
//! object, what shows its state.

use evoke_classfile::{ClassFile, ClassName, FieldType, Method, access};
use rustc_hash::FxHashSet;

use super::callable::{Callable, CallableKind};
use super::member_resolver::MemberResolver;
use super::open_parameters::variable_of_literal;
use super::purity::{gives_what_is_there, is_pure};
use crate::generics::Bindings;
use crate::{Argument, TypeCategory, TypeId};

/// How far their work is depends on the threads that do it, and on the moment.
const TASKS: [&str; 4] = [
    "java/util/concurrent/CompletableFuture",
    "java/util/concurrent/ForkJoinTask",
    "java/util/concurrent/Future",
    "java/util/concurrent/FutureTask",
];

impl MemberResolver<'_, '_> {
    /// Every member of a class under test that a test in its package may use.
    pub(super) fn all_of(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut callables = Vec::new();
        if class.access_flags & access::ABSTRACT == 0 && !self.is_enum(ty) {
            callables.extend(self.constructors(class, ty));
        }
        let bindings = self.resolver().class_bindings(ty);
        for method in &class.methods {
            let written_by_compiler = self.is_enum(ty) && is_enum_plumbing(method);
            if method.name.starts_with('<') || written_by_compiler || !self.is_usable_method(class, method) {
                continue;
            }
            let receiver = (method.access_flags & access::STATIC == 0).then_some(ty);
            callables.extend(self.method(class, method, receiver, &bindings));
        }
        for field in &class.fields {
            callables.extend(self.field_accesses(class, field, ty, &bindings));
        }
        callables
    }

    /// Instance methods of `class` that a subclass inherits, called on `receiver`.
    pub(super) fn inherited(&mut self, class: &ClassFile, receiver: TypeId) -> Vec<Callable> {
        let is_instance_method =
            |method: &&Method| method.access_flags & access::STATIC == 0 && !method.name.starts_with('<');
        let methods = class.methods.iter().filter(is_instance_method);
        methods.filter_map(|method| self.inherited_method(class, method, receiver)).collect()
    }

    /// One of them, if a test can call it.
    pub(super) fn inherited_method(
        &mut self,
        class: &ClassFile,
        method: &Method,
        receiver: TypeId,
    ) -> Option<Callable> {
        if !self.library.is_accessible(&class.name, self.package) || !self.is_usable_method(class, method) {
            return None;
        }
        let bindings = self.bindings_seen_from(receiver, class);
        self.method(class, method, Some(receiver), &bindings)
    }

    /// The constructors that give exactly `ty`, a type of `class`.
    pub(super) fn constructors(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let bindings = self.resolver().class_bindings(ty);
        let mut callables = Vec::new();
        for method in &class.methods {
            if method.name == "<init>" && self.is_usable_method(class, method) && !self.is_enum(ty) {
                callables.extend(self.constructor(class, method, ty, &bindings));
            }
        }
        callables
    }

    /// Static methods and fields of `class` that give a `ty`.
    pub(super) fn static_generators(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut callables = Vec::new();
        for field in &class.fields {
            let flags = field.access_flags;
            if flags & access::STATIC == 0 || !self.is_usable(class, flags) {
                continue;
            }
            let read = self.field_read(class, field, None, &Bindings::new());
            callables.extend(read.filter(|read| self.fits(read.return_type, ty)));
        }
        if self.is_enum(ty) {
            return callables;
        }
        for method in &class.methods {
            if method.access_flags & access::STATIC != 0 && self.is_usable_method(class, method) {
                let bindings = self.bindings_for_result(method, ty, Bindings::new());
                let callable = bindings.and_then(|bindings| self.method(class, method, None, &bindings));
                callables.extend(callable.filter(|callable| self.fits(callable.return_type, ty)));
            }
        }
        callables
    }

    /// Instance methods of `class` that give a `ty` when called on `receiver`.
    pub(super) fn instance_generators(
        &mut self,
        class: &ClassFile,
        receiver: TypeId,
        ty: TypeId,
    ) -> Vec<Callable> {
        let own = self.resolver().class_bindings(receiver);
        let mut callables = Vec::new();
        for method in &class.methods {
            let skipped = method.access_flags & access::STATIC != 0 || method.name.starts_with('<');
            if skipped || !self.is_usable_method(class, method) {
                continue;
            }
            let bindings = self.bindings_for_result(method, ty, own.clone());
            let callable =
                bindings.and_then(|bindings| self.method(class, method, Some(receiver), &bindings));
            callables.extend(callable.filter(|callable| self.fits(callable.return_type, ty)));
        }
        callables
    }

    /// Methods of `class` that give an object of the class whose literal they are given, for the literal of `ty`.
    pub(super) fn given_by_literal(
        &mut self,
        class: &ClassFile,
        receiver: TypeId,
        ty: TypeId,
    ) -> Vec<Callable> {
        let own = self.resolver().class_bindings(receiver);
        let mut callables = Vec::new();
        for method in &class.methods {
            let Some(variable) = variable_of_literal(method) else { continue };
            if !self.is_usable_method(class, method) {
                continue;
            }
            let is_static = method.access_flags & access::STATIC != 0;
            let mut bindings = if is_static { Bindings::new() } else { own.clone() };
            bindings.insert(variable.to_owned(), Argument::Exact(ty));
            callables.extend(self.method(class, method, (!is_static).then_some(receiver), &bindings));
        }
        callables
    }

    /// Instance methods that may change the receiver, and writable fields.
    pub(super) fn modifiers(&mut self, class: &ClassFile, receiver: TypeId) -> Vec<Callable> {
        let name = class.name.clone();
        if !self.library.is_accessible(&name, self.package) {
            return Vec::new();
        }
        let bindings = self.bindings_seen_from(receiver, class);
        let mut callables = Vec::new();
        for method in &class.methods {
            let skipped = method.access_flags & access::STATIC != 0
                || method.name.starts_with('<')
                || matches!(method.name.as_str(), "equals" | "hashCode" | "toString" | "wait" | "notify");
            if skipped || !self.is_usable_method(class, method) || is_pure(self.library, class, method) {
                continue;
            }
            callables.extend(self.method(class, method, Some(receiver), &bindings));
        }
        for field in class.fields.iter().filter(|field| field.access_flags & access::STATIC == 0) {
            let accesses = self.field_accesses(class, field, receiver, &bindings);
            callables.extend(accesses.into_iter().filter(|access| access.kind == CallableKind::FieldWrite));
        }
        callables
    }

    /// Pure calls without arguments, and public fields that no such call is named after, as far as `class` declares them. Names in
    /// `overridden` belong to subclasses; those of `class` join them.
    pub(super) fn questions(
        &mut self,
        class: &ClassFile,
        receiver: TypeId,
        overridden: &mut FxHashSet<String>,
    ) -> Vec<Question> {
        let bindings = self.bindings_seen_from(receiver, class);
        let mut questions = Vec::new();
        for method in &class.methods {
            let is_command = !method.descriptor.parameters.is_empty()
                || method.descriptor.return_type.is_none()
                || method.access_flags & access::STATIC != 0;
            if is_command
                || !self.is_usable_method(class, method)
                || is_of_the_file_system(class, method)
                || !overridden.insert(method.name.clone())
                || TASKS.contains(&class.name.as_str())
                || method.name == "hashCode"
                || !is_pure(self.library, class, method)
                    && method.name != "toString"
                    && !gives_written_bytes(&class.name, &method.name)
            {
                continue;
            }
            let Some(callable) = self.method(class, method, Some(receiver), &bindings) else { continue };
            // Where the source speaks of a type variable, Java may know less of what is given than is known here.
            let is_part = |erasure| {
                erasure == method.descriptor.return_type && gives_what_is_there(self.library, class, method)
            };
            questions.extend(self.question(callable, is_part));
        }
        for field in &class.fields {
            let is_shown =
                field.access_flags & (access::PUBLIC | access::STATIC | access::SYNTHETIC) == access::PUBLIC;
            let has_getter = getters_of(&field.name).iter().any(|getter| overridden.contains(getter));
            if !is_shown || has_getter || !overridden.insert(field_key(&field.name)) {
                continue;
            }
            let Some(callable) = self.field_read(class, field, Some(receiver), &bindings) else { continue };
            questions.extend(self.question(callable, |erasure| erasure.as_ref() == Some(&field.descriptor)));
        }
        questions
    }

    /// What a question is good for, if for anything; `is_part` says whether an object that it gives is one that the receiver holds.
    fn question(
        &self,
        callable: Callable,
        is_part: impl FnOnce(Option<FieldType>) -> bool,
    ) -> Option<Question> {
        match self.types.category(callable.return_type) {
            TypeCategory::Primitive(_)
            | TypeCategory::Boxed(_)
            | TypeCategory::String
            | TypeCategory::Enum => Some(Question::Inspector(callable)),
            _ if gives_written_bytes(&callable.owner, &callable.name) => Some(Question::Inspector(callable)),
            TypeCategory::Object | TypeCategory::Array(_) => {
                is_part(self.types.erasure(callable.return_type)).then_some(Question::Part(callable))
            }
            _ => None,
        }
    }
}

/// What a field goes by among the names of methods.
fn field_key(field: &str) -> String {
    format!(".{field}")
}

/// How the methods are called that give a field of this name.
fn getters_of(field: &str) -> [String; 3] {
    let mut letters = field.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let capitalized = format!("{first}{}", letters.as_str());
    [field.to_owned(), format!("get{capitalized}"), format!("is{capitalized}")]
}

/// A pure call without arguments, or a field.
pub(super) enum Question {
    /// It shows a primitive, box, string or enum, or bytes that were written.
    Inspector(Callable),
    /// It gives an object or array that its receiver holds.
    Part(Callable),
}

/// The size of a folder is whatever its file system says, so that of the attributes of files is left alone.
fn is_of_the_file_system(class: &ClassFile, method: &Method) -> bool {
    class.name.as_str() == "java/nio/file/attribute/BasicFileAttributes" && method.name == "size"
}

/// What was written to a stream, where that is no text; it gives a copy, which changes nothing.
fn gives_written_bytes(owner: &ClassName, method: &str) -> bool {
    owner.as_str() == "java/io/ByteArrayOutputStream" && method == "toByteArray"
}

/// `values()` and `valueOf(String)`, which `javac` writes.
fn is_enum_plumbing(method: &Method) -> bool {
    method.access_flags & access::STATIC != 0
        && (method.name == "values" && method.descriptor.parameters.is_empty()
            || method.name == "valueOf" && method.descriptor.parameters.len() == 1)
}
