//! Calls that give nothing, or nothing that anybody takes, and that a mutant leaves out while it is switched on. That takes a jump, and where the method goes on after it a
//! frame; so the call is made by a method of its own, which has both.

use evoke_analysis::{MethodId, Mutant, MutantId, Mutation};
use evoke_classfile::rewrite::{
    AddedCode, AddedMethod, Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError,
};
use evoke_classfile::{FieldType, MemberRef, MethodDescriptor, Operands, opcode};
use evoke_runtime::members::mutation;

use crate::limits;
use crate::method_references::method_ref;
use crate::runtime_call::call;

/// Java 5. Compilers before it name the class that declares a method where it is called, not that of the receiver.
const FIRST_WITH_CLASS_OF_RECEIVER: u16 = 49;
/// Java 8.
const FIRST_WITH_CODE_IN_INTERFACES: u16 = 52;

/// Has a method of its own make the call at the index, if one of the mutants deletes it and it gives nothing, or the next instruction drops what
/// it gives, as the last of the three says; tells whether the mutant is switched on by that. Without mutants the class has the same methods, which nothing calls, so that it can take the place of the other
/// while it is loaded.
pub(crate) fn make_optional(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    (id, index, drops_result): (MethodId, usize, bool),
    mutants: &[Mutant],
    has_mutants: bool,
) -> Result<bool, RewriteError> {
    let deletion = mutants.iter().find(|mutant| mutant.mutation == Mutation::CallDeletion);
    let (Some(mutant), Some(site)) = (deletion, CallSite::at(method, index)) else { return Ok(false) };
    let descriptor = site.descriptor()?;
    let gives_something = descriptor.return_type.is_some();
    if gives_something && !drops_result || !site.can_be_elsewhere() {
        return Ok(false);
    }
    // No name of a compiler's has two dollars and the numbers of a method and an instruction.
    let name = format!("call$evoke${}${index}", id.0);
    let code = site.code(pool, &descriptor, mutant.id)?;
    let descriptor = MethodDescriptor { return_type: None, ..descriptor }.to_string();
    if has_mutants {
        let added = (method.class_name, name.as_str(), descriptor.as_str());
        let mut piece = Assembler::new();
        piece.invoke_static(method_ref(pool, added, method.is_interface)?);
        edit.replace(index, &piece);
        if gives_something {
            let mut nothing = Assembler::new();
            nothing.plain(opcode::NOP, 0, 0);
            edit.replace(index + 1, &nothing);
        }
    }
    edit.add_method(AddedMethod { name, descriptor, code });
    Ok(has_mutants)
}

/// A call, where it is.
struct CallSite<'m> {
    method: &'m MethodView<'m>,
    opcode: u8,
    callee: MemberRef<'m>,
    is_replaced: bool,
}

impl<'m> CallSite<'m> {
    fn at(method: &'m MethodView<'m>, index: usize) -> Option<Self> {
        let instruction = &method.instructions[index];
        let Operands::Constant(member) = instruction.operands else { return None };
        let callee = method.constant_pool.member(member)?;
        let is_replaced = limits::replacement(method, instruction.opcode, member).is_some();
        Some(Self { method, opcode: instruction.opcode, callee, is_replaced })
    }

    /// Whether another method of the class may make the call: something else takes its place already, the class cannot have such a method, or
    /// a protected method is called in a way that takes knowing of which class the receiver is.
    fn can_be_elsewhere(&self) -> bool {
        let (version, owner) = (self.method.major_version, self.callee.owner);
        let says_receiver = version >= FIRST_WITH_CLASS_OF_RECEIVER || owner == self.method.class_name;
        !self.is_replaced
            && !owner.starts_with('[')
            && (!self.method.is_interface || version >= FIRST_WITH_CODE_IN_INTERFACES)
            && (self.opcode != opcode::INVOKEVIRTUAL || says_receiver)
    }

    /// What is on the stack, a receiver first, and what is left there.
    fn descriptor(&self) -> Result<MethodDescriptor, RewriteError> {
        let MethodDescriptor { parameters, return_type } = MethodDescriptor::parse(self.callee.descriptor)?;
        let receiver = match self.opcode {
            opcode::INVOKESTATIC => None,
            // Else it could not be made by a method of this class (JVMS 4.10.1.9, `invokespecial`).
            opcode::INVOKESPECIAL => Some(self.method.class_name),
            _ => Some(self.callee.owner),
        };
        let receiver = receiver.map(|class| FieldType::Object(class.into()));
        let parameters = receiver.into_iter().chain(parameters).collect();
        Ok(MethodDescriptor { parameters, return_type })
    }

    fn code(
        &self,
        pool: &mut PoolBuilder<'_>,
        descriptor: &MethodDescriptor,
        mutant: MutantId,
    ) -> Result<AddedCode, RewriteError> {
        let mut condition = Assembler::new();
        condition.push_int(pool, mutant.0 as i32)?;
        call(&mut condition, pool, mutation::LEAVES_OUT)?;
        let mut body = Assembler::new();
        let mut slot = 0;
        for ty in &descriptor.parameters {
            body.load_value(ty, slot);
            slot += ty.slots();
        }
        let MemberRef { owner, name, descriptor: of_callee, is_interface } = self.callee;
        let called = method_ref(pool, (owner, name, of_callee), is_interface)?;
        match self.opcode {
            opcode::INVOKESTATIC => body.invoke_static(called),
            opcode::INVOKEINTERFACE => body.invoke_interface(called),
            opcode::INVOKESPECIAL => body.invoke_special(called),
            _ => body.invoke_virtual(called),
        };
        match &descriptor.return_type {
            None => {}
            Some(result) if result.slots() == 2 => {
                body.pop2();
            }
            Some(_) => {
                body.pop();
            }
        }
        Ok(AddedCode::Optional { condition, body })
    }
}
