//! Reads one test: its own methods and those of its classes are followed, what else it constructs, calls and uses is written down.

use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_analysis::CallableKind;
use evoke_classfile::{ClassFile, FunctionSite, MemberRef, Method, MethodDescriptor, access, opcode};
use evoke_testcase::TestCase;

use crate::abstract_value::{AbstractValue, Function};
use crate::draft::Draft;
use crate::frame::Frame;
use crate::interpreter::{Flow, Host, follow, unknown_of};
use crate::member_index::MemberIndex;
use crate::test_classes::TestClasses;

/// Instructions followed for one test at most.
const MAX_INSTRUCTIONS: usize = 20_000;
/// Methods in methods that are followed.
const MAX_DEPTH: usize = 8;

/// Packages whose methods run at once what they are handed.
const ASSERTIONS: [&str; 4] = ["org/junit/", "org/assertj/", "org/hamcrest/", "junit/"];
/// Those of their methods that expect it to throw.
const EXPECTING: [&str; 6] = [
    "assertThrows",
    "assertThrowsExactly",
    "assertThatThrownBy",
    "assertThatExceptionOfType",
    "isThrownBy",
    "catchThrowable",
];

/// A test while it is read, with what comes before it.
pub(crate) struct TestReader<'a> {
    classes: &'a TestClasses<'a>,
    /// The class of the object that the test is called on.
    own: &'a ClassFile,
    draft: Draft<'a>,
    /// Test cases that are done: each ends with a call that an assertion expects to throw.
    done: Vec<Draft<'a>>,
    /// Fields of test classes: those of the test's object, and static ones.
    fields: BTreeMap<String, AbstractValue>,
    n_objects: u32,
    n_instructions: usize,
    depth: usize,
}

impl<'a> TestReader<'a> {
    pub(crate) fn new(
        members: &'a MemberIndex<'a>,
        classes: &'a TestClasses<'a>,
        own: &'a ClassFile,
    ) -> Self {
        Self {
            classes,
            own,
            draft: Draft::new(members),
            done: Vec::new(),
            fields: BTreeMap::new(),
            n_objects: 0,
            n_instructions: 0,
            depth: 0,
        }
    }

    /// What was written down.
    pub(crate) fn into_tests(self) -> Vec<TestCase> {
        self.done.into_iter().chain([self.draft]).filter_map(Draft::into_test).collect()
    }

    /// Follows a method that is called with these arguments, the receiver first.
    pub(crate) fn call(
        &mut self,
        class: &'a ClassFile,
        method: &'a Method,
        arguments: Vec<AbstractValue>,
    ) -> Flow {
        let Some(code) = method.code.as_ref().filter(|_| self.depth < MAX_DEPTH) else { return Flow::Lost };
        self.depth += 1;
        let flow = follow(self, class, code, Frame::of_call(arguments));
        self.depth -= 1;
        flow
    }

    /// Whether a field is one of the test's object, or a static one of a test class.
    fn is_kept(&self, member: &MemberRef<'_>, receiver: Option<&AbstractValue>) -> bool {
        matches!(receiver, None | Some(AbstractValue::This)) && self.classes.get(member.owner).is_some()
    }

    fn construct(
        &mut self,
        member: &MemberRef<'_>,
        receiver: Option<&AbstractValue>,
        arguments: Vec<AbstractValue>,
        frame: &mut Frame,
    ) {
        match receiver {
            Some(&AbstractValue::Uninitialized(number)) => {
                let made = self.draft.invoke(CallableKind::Constructor, member, None, &arguments);
                frame.initialize(number, &made.unwrap_or(AbstractValue::Unknown));
            }
            // The constructor of a superclass, or another one of the class.
            Some(AbstractValue::This) => {
                if let Some(class) = self.classes.get(member.owner)
                    && let Some(method) = declared(class, member)
                {
                    self.call_own(class, method, Some(AbstractValue::This), arguments);
                }
            }
            _ => {}
        }
    }

    /// The method of a test class that is called, if its code may be followed: a static one, or one of the test's object.
    fn own_method(
        &self,
        opcode: u8,
        member: &MemberRef<'_>,
        receiver: Option<&AbstractValue>,
    ) -> Option<(&'a ClassFile, &'a Method)> {
        let owner = self.classes.get(member.owner)?;
        let lineage = match (receiver, opcode) {
            (None, _) | (Some(AbstractValue::This), opcode::INVOKESPECIAL) => {
                self.classes.lineage(&owner.name)
            }
            (Some(AbstractValue::This), _) => self.classes.lineage(&self.own.name),
            _ => return None,
        };
        lineage.into_iter().find_map(|class| Some((class, declared(class, member)?)))
    }

    fn call_own(
        &mut self,
        class: &'a ClassFile,
        method: &'a Method,
        receiver: Option<AbstractValue>,
        arguments: Vec<AbstractValue>,
    ) -> Option<AbstractValue> {
        let all = receiver.into_iter().chain(arguments).collect();
        match self.call(class, method, all) {
            Flow::Returned(value) => value,
            Flow::Lost => None,
        }
    }

    /// Writes a call down; of an assertion what it is handed to run.
    fn write_call(
        &mut self,
        member: &MemberRef<'_>,
        receiver: Option<&AbstractValue>,
        arguments: &[AbstractValue],
    ) -> Option<AbstractValue> {
        let given = self.draft.invoke(CallableKind::Method, member, receiver, arguments);
        if given.is_none() && ASSERTIONS.iter().any(|package| member.owner.starts_with(package)) {
            for argument in arguments {
                if let AbstractValue::Function(function) = argument {
                    self.run_function(function, EXPECTING.contains(&member.name));
                }
            }
        }
        given
    }

    /// Follows a function without parameters. Where it is expected to throw, what it does ends a test case of its own.
    fn run_function(&mut self, function: &Function, is_to_throw: bool) {
        let before = is_to_throw.then(|| self.draft.clone());
        self.apply(function);
        if let Some(before) = before {
            let thrown = std::mem::replace(&mut self.draft, before);
            self.done.push(thrown);
        }
    }

    fn apply(&mut self, function: &Function) {
        let Function { owner, name, descriptor, captured } = function;
        let member = MemberRef { owner, name, descriptor, is_interface: false };
        let own = self.classes.get(owner).and_then(|class| Some((class, declared(class, &member)?)));
        if let Some((class, method)) = own {
            self.call(class, method, captured.clone());
            return;
        }
        let Ok(parsed) = MethodDescriptor::parse(descriptor) else { return };
        let n_parameters = parsed.parameters.len();
        if name == "<init>" {
            if captured.len() == n_parameters {
                self.draft.invoke(CallableKind::Constructor, &member, None, captured);
            }
        } else if captured.len() == n_parameters {
            self.draft.invoke(CallableKind::Method, &member, None, captured);
        } else if let Some((receiver, arguments)) = captured.split_first()
            && arguments.len() == n_parameters
        {
            self.draft.invoke(CallableKind::Method, &member, Some(receiver), arguments);
        }
    }
}

impl<'a> Host<'a> for TestReader<'a> {
    fn goes_on(&mut self) -> bool {
        self.n_instructions += 1;
        self.n_instructions <= MAX_INSTRUCTIONS && !self.draft.is_full()
    }

    fn new_object(&mut self) -> AbstractValue {
        self.n_objects += 1;
        AbstractValue::Uninitialized(self.n_objects)
    }

    fn read_field(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame) {
        let receiver = (opcode == opcode::GETFIELD).then(|| frame.pop());
        let value = if self.is_kept(member, receiver.as_ref()) {
            self.fields.get(&field_key(member)).cloned()
        } else {
            self.draft.invoke(CallableKind::FieldRead, member, receiver.as_ref(), &[])
        };
        frame.push(value.unwrap_or_else(|| unknown_of(member.descriptor)));
    }

    fn write_field(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame) {
        let value = frame.pop();
        let receiver = (opcode == opcode::PUTFIELD).then(|| frame.pop());
        if self.is_kept(member, receiver.as_ref()) {
            self.fields.insert(field_key(member), value);
        } else {
            self.draft.invoke(CallableKind::FieldWrite, member, receiver.as_ref(), &[value]);
        }
    }

    fn invoke(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame) {
        let Ok(descriptor) = MethodDescriptor::parse(member.descriptor) else { return };
        let arguments = frame.pop_all(descriptor.parameters.len());
        let receiver = (opcode != opcode::INVOKESTATIC).then(|| frame.pop());
        if member.name == "<init>" {
            return self.construct(member, receiver.as_ref(), arguments, frame);
        }
        let given = match self.own_method(opcode, member, receiver.as_ref()) {
            Some((class, method)) => self.call_own(class, method, receiver, arguments),
            None => self.write_call(member, receiver.as_ref(), &arguments),
        };
        if let Some(return_type) = descriptor.return_type {
            frame.push(given.unwrap_or_else(|| unknown_of(&return_type.to_string())));
        }
    }

    /// A function, or something that is not known, such as a joined string.
    fn make_function(&mut self, class: &'a ClassFile, index: u16, frame: &mut Frame) {
        let pool = &class.constant_pool;
        let Some((_, descriptor)) = pool.invoke_dynamic(index) else { return };
        let Ok(descriptor) = MethodDescriptor::parse(descriptor) else { return };
        let captured = frame.pop_all(descriptor.parameters.len());
        let made = match FunctionSite::of(pool, &class.bootstrap_methods, index) {
            Some(site) => AbstractValue::Function(Rc::new(Function {
                owner: site.member.owner.to_owned(),
                name: site.member.name.to_owned(),
                descriptor: site.member.descriptor.to_owned(),
                captured,
            })),
            None => AbstractValue::Unknown,
        };
        frame.push(made);
    }
}

/// A field by its name and type: of several of one name in a lineage the last that is written counts.
fn field_key(member: &MemberRef<'_>) -> String {
    format!("{}:{}", member.name, member.descriptor)
}

/// The method of this name and type that the class declares with code.
fn declared<'a>(class: &'a ClassFile, member: &MemberRef<'_>) -> Option<&'a Method> {
    class.methods.iter().find(|method| {
        method.name == member.name
            && method.access_flags & access::ABSTRACT == 0
            && method.descriptor.to_string() == member.descriptor
    })
}
