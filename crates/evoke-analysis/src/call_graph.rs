//! Which methods of the class under test its methods may call, by name and descriptor alone: an over-approximation that
//! takes overriding for granted. Calls that leave the class and come back are not seen.

use std::collections::BTreeMap;

use evoke_classfile::{ClassFile, Code, Operands, opcode};

use crate::{MethodId, MethodUnderTest};

/// For every method the methods it may call, ascending.
pub(crate) fn callees(class_files: &[ClassFile], methods: &[MethodUnderTest]) -> Vec<Vec<MethodId>> {
    let graph = Namesakes::new(methods);
    let bodies = class_files.iter().flat_map(|class| {
        class.methods.iter().filter_map(move |method| Some((class, method.code.as_ref()?)))
    });
    bodies
        .zip(methods)
        .map(|((class, code), method)| {
            let mut called = graph.called_by(class, code, method);
            called.sort_unstable();
            called.dedup();
            called
        })
        .collect()
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
            let Operands::Constant(index) = instruction.operands else { continue };
            match instruction.opcode {
                opcode::INVOKEVIRTUAL
                | opcode::INVOKEINTERFACE
                | opcode::INVOKESPECIAL
                | opcode::INVOKESTATIC => {
                    let Some(member) = class.constant_pool.member(index) else { continue };
                    let named = self.by_name.get(&(member.name, member.descriptor)).into_iter().flatten();
                    let is_exact = member.name == "<init>" || instruction.opcode == opcode::INVOKESTATIC;
                    called.extend(
                        named.copied().filter(|id| {
                            !is_exact || self.methods[id.index()].class.as_str() == member.owner
                        }),
                    );
                }
                // What a lambda runs is a method that `javac` names after the one that holds it.
                opcode::INVOKEDYNAMIC => called.extend(self.lambdas_of(caller)),
                _ => {}
            }
        }
        called
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
