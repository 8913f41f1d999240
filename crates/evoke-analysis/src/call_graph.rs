//! Which methods of the class under test its methods may call, by name and descriptor alone: an over-approximation that
//! takes overriding for granted. Calls that leave the class and come back are not seen.

use std::collections::BTreeMap;

use evoke_classfile::{ClassFile, Code, Instruction, Operands, opcode};

use crate::{CallSite, MethodId, MethodUnderTest};

/// For every method the methods it may call, ascending.
pub(crate) fn callees(class_files: &[ClassFile], methods: &[MethodUnderTest]) -> Vec<Vec<MethodId>> {
    let graph = Namesakes::new(methods);
    bodies(class_files)
        .zip(methods)
        .map(|((class, code), method)| {
            let mut called = graph.called_by(class, code, method);
            called.sort_unstable();
            called.dedup();
            called
        })
        .collect()
}

/// The instructions that may call methods of the class, with these methods, ascending, in the order of the code. What a
/// lambda runs is not called where the lambda is made.
pub(crate) fn call_sites(
    class_files: &[ClassFile],
    methods: &[MethodUnderTest],
) -> Vec<(CallSite, Vec<MethodId>)> {
    let graph = Namesakes::new(methods);
    let mut sites = Vec::new();
    for ((class, code), method) in bodies(class_files).zip(methods) {
        for instruction in &code.instructions {
            let mut targets: Vec<MethodId> = graph.called_at(class, instruction).collect();
            targets.sort_unstable();
            if !targets.is_empty() {
                let line = code.line_at(instruction.offset);
                sites.push((CallSite { method: method.id, offset: instruction.offset, line }, targets));
            }
        }
    }
    sites
}

/// The code of all methods, in the order of [`crate::ClassUnderTest::methods`].
fn bodies(class_files: &[ClassFile]) -> impl Iterator<Item = (&ClassFile, &Code)> {
    class_files
        .iter()
        .flat_map(|class| class.methods.iter().filter_map(move |method| Some((class, method.code.as_ref()?))))
}

/// Methods that a call may mean.
struct Namesakes<'a> {
    methods: &'a [MethodUnderTest],
    by_name: BTreeMap<(&'a str, &'a str), Vec<MethodId>>,
}

impl<'a> Namesakes<'a> {
    fn new(methods: &'a [MethodUnderTest]) -> Self {
        let mut by_name: BTreeMap<_, Vec<MethodId>> = BTreeMap::new();
        for method in methods {
            let key = (method.name.as_str(), method.descriptor.as_str());
            by_name.entry(key).or_default().push(method.id);
        }
        Self { methods, by_name }
    }

    fn called_by(&self, class: &ClassFile, code: &Code, caller: &MethodUnderTest) -> Vec<MethodId> {
        let mut called = Vec::new();
        for instruction in &code.instructions {
            match instruction.opcode {
                // What a lambda runs is a method that `javac` names after the one that holds it.
                opcode::INVOKEDYNAMIC => called.extend(self.lambdas_of(caller)),
                _ => called.extend(self.called_at(class, instruction)),
            }
        }
        called
    }

    /// What the instruction may call, if it is a call.
    fn called_at<'c>(
        &'c self,
        class: &'c ClassFile,
        instruction: &'c Instruction,
    ) -> impl Iterator<Item = MethodId> + 'c {
        let member = match (instruction.opcode, &instruction.operands) {
            (
                opcode::INVOKEVIRTUAL
                | opcode::INVOKEINTERFACE
                | opcode::INVOKESPECIAL
                | opcode::INVOKESTATIC,
                Operands::Constant(index),
            ) => class.constant_pool.member(*index),
            _ => None,
        };
        member.into_iter().flat_map(move |member| {
            let named = self.by_name.get(&(member.name, member.descriptor)).into_iter().flatten().copied();
            let is_exact = member.name == "<init>" || instruction.opcode == opcode::INVOKESTATIC;
            named.filter(move |id| !is_exact || self.methods[id.index()].class.as_str() == member.owner)
        })
    }

    fn lambdas_of(&self, caller: &MethodUnderTest) -> impl Iterator<Item = MethodId> {
        let holder = match caller.name.as_str() {
            "<init>" => "new",
            "<clinit>" => "static",
            name => name,
        };
        let prefix = format!("lambda${holder}$");
        self.methods
            .iter()
            .filter(move |method| method.class == caller.class && method.name.starts_with(&prefix))
            .map(|method| method.id)
    }
}
