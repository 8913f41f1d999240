//! Probes for the classes of a compiled suite: which of their calls may be of methods under test is told before they are made, so that what a
//! test calls itself can be told from what it causes to be called. Calls by method references and by reflection are not seen.

use std::collections::BTreeSet;

use evoke_analysis::{ClassUnderTest, ContextId};
use evoke_classfile::rewrite::{MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError, rewrite};
use evoke_classfile::{ClassName, Instruction, Operands, opcode};
use evoke_runtime::members::test_calls;

use crate::contexts;
use crate::runtime_call::bare_call;

/// Who is told of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallNotes {
    /// The tracer, which tells activations apart by the context of the test.
    Contexts,
    /// The methods called, which note what they are given and give.
    Calls,
}

/// Instruments the classes of a suite.
pub struct SuiteInstrumenter<'a> {
    /// Names and descriptors of methods under test.
    methods: BTreeSet<(&'a str, &'a str)>,
    classes: BTreeSet<&'a ClassName>,
    may_be_under_test: &'a dyn Fn(&ClassName) -> bool,
    notes: CallNotes,
}

impl<'a> SuiteInstrumenter<'a> {
    /// For calls on a class under test; `may_be_under_test` says of a type whether an object of it may be one of a class under test.
    pub fn new(
        class_under_test: &'a ClassUnderTest,
        may_be_under_test: &'a dyn Fn(&ClassName) -> bool,
        notes: CallNotes,
    ) -> Self {
        let methods = class_under_test.methods.iter();
        Self {
            methods: methods.map(|method| (method.name.as_str(), method.descriptor.as_str())).collect(),
            classes: class_under_test.classes.iter().collect(),
            may_be_under_test,
            notes,
        }
    }

    /// The class file to run in place of this one; `None` if that is as good.
    pub fn instrument(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let rewritten = rewrite(bytes, &mut SuiteEditor(self)).ok()?;
        Some(rewritten.bytes)
    }

    fn calls_method_under_test(&self, view: &MethodView<'_>, instruction: &Instruction) -> bool {
        let Operands::Constant(index) = instruction.operands else { return false };
        if !matches!(instruction.opcode, opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE) {
            return false;
        }
        let Some(callee) = view.constant_pool.member(index) else { return false };
        if !self.methods.contains(&(callee.name, callee.descriptor)) {
            return false;
        }
        let owner = ClassName::new(callee.owner);
        if callee.name == "<init>" { self.classes.contains(&owner) } else { (self.may_be_under_test)(&owner) }
    }
}

struct SuiteEditor<'e, 'a>(&'e SuiteInstrumenter<'a>);

impl MethodEditor for SuiteEditor<'_, '_> {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        for (index, instruction) in method.instructions.iter().enumerate() {
            if !self.0.calls_method_under_test(method, instruction) {
                continue;
            }
            let (before, after) = match self.0.notes {
                CallNotes::Contexts => {
                    (contexts::begin_call(pool, ContextId::TEST)?, contexts::end_call(pool, None)?)
                }
                CallNotes::Calls => {
                    (bare_call(pool, test_calls::COMES_NEXT)?, bare_call(pool, test_calls::IS_OVER)?)
                }
            };
            edit.insert_before(index, &before);
            edit.insert_after(index, &after);
        }
        Ok((!edit.is_empty()).then_some(edit))
    }
}
