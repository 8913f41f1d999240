//! An instruction that may be mutated, with what operators ask about it.

use evoke_classfile::{
    ClassFile, Code, FieldType, Instruction, LocalVariable, Method, Operands, access, constructor_call,
    opcode,
};

use super::definite_assignment::{DefiniteAssignment, LocalType};
use crate::cfg::{ControlFlowGraph, instruction_at};

/// An instruction of a method.
pub(crate) struct Site<'a> {
    pub(crate) class: &'a ClassFile,
    pub(crate) method: &'a Method,
    pub(crate) code: &'a Code,
    pub(crate) cfg: &'a ControlFlowGraph,
    pub(crate) assignment: &'a DefiniteAssignment,
    /// Index of the instruction.
    pub(crate) index: usize,
}

impl<'a> Site<'a> {
    pub(super) fn instruction(&self) -> &'a Instruction {
        &self.code.instructions[self.index]
    }

    pub(super) fn opcode(&self) -> u8 {
        self.instruction().opcode
    }

    pub(super) fn is_static(&self) -> bool {
        self.method.access_flags & access::STATIC != 0
    }

    pub(super) fn previous(&self) -> Option<&'a Instruction> {
        self.code.instructions.get(self.index.checked_sub(1)?)
    }

    pub(super) fn next(&self) -> Option<&'a Instruction> {
        self.code.instructions.get(self.index + 1)
    }

    /// The instruction itself, or the one that it jumps to in any case.
    pub(super) fn past_jump(&self, instruction: &'a Instruction) -> &'a Instruction {
        match instruction.operands {
            Operands::Jump(target) if instruction.opcode == opcode::GOTO => {
                instruction_at(self.code, target).map_or(instruction, |index| &self.code.instructions[index])
            }
            _ => instruction,
        }
    }

    /// Descriptor of the field or method that an instruction names.
    pub(super) fn member_descriptor(&self, instruction: &Instruction) -> Option<&'a str> {
        let Operands::Constant(index) = instruction.operands else { return None };
        Some(self.class.constant_pool.member(index)?.descriptor)
    }

    /// Type of a local variable here, where debug information or the method's parameters tell.
    pub(super) fn local_type(&self, slot: u16) -> Option<FieldType> {
        if let Some(variable) = self.in_scope().find(|variable| variable.slot == slot) {
            return Some(variable.descriptor.clone());
        }
        let parameter = self.parameters().into_iter().find(|(position, _)| *position == slot);
        parameter.map(|(_, ty)| ty)
    }

    /// Local variables that debug information has in scope here.
    pub(super) fn in_scope(&self) -> impl Iterator<Item = &'a LocalVariable> {
        let offset = self.instruction().offset;
        self.code.local_variables.iter().filter(move |it| (it.start..it.end).contains(&offset))
    }

    /// Type of the variable that an instruction stores, whose scope may begin after it.
    pub(super) fn stored_type(&self, store: &Instruction, slot: u16) -> Option<&'a FieldType> {
        let after = self.code.instructions.get(instruction_at(self.code, store.offset)? + 1)?.offset;
        let mut variables = self.code.local_variables.iter();
        let variable = variables.find(|it| it.slot == slot && (it.start..it.end).contains(&after))?;
        Some(&variable.descriptor)
    }

    /// What local variables hold here for certain, by slot.
    pub(super) fn assigned(&self) -> Vec<LocalType> {
        self.assignment.before(self.index, self.code, self.cfg).unwrap_or_default()
    }

    /// Whether `this` can be loaded here: shrinkers give its slot away where it is not needed any more.
    pub(super) fn has_this(&self) -> bool {
        let is_stored =
            |it: &Instruction| opcode::local_store(it.opcode).is_some() && it.operands == Operands::Local(0);
        !self.is_static()
            && self.assigned().first().is_none_or(|ty| *ty == LocalType::Reference)
            && !self.code.instructions.iter().any(is_stored)
    }

    /// Slots and types of parameters that always hold what the descriptor says: nothing of another type is stored there.
    pub(super) fn parameters(&self) -> Vec<(u16, FieldType)> {
        let mut slot = u16::from(!self.is_static());
        let mut parameters = Vec::new();
        for ty in &self.method.descriptor.parameters {
            if !self.code.instructions.iter().any(|it| stores_other_type(it, slot, ty)) {
                parameters.push((slot, ty.clone()));
            }
            slot += ty.slots();
        }
        parameters
    }
}

/// Whether a store puts a value of another type into the slots of a parameter.
fn stores_other_type(instruction: &Instruction, slot: u16, ty: &FieldType) -> bool {
    let Operands::Local(stored) = instruction.operands else { return false };
    let Some(store) = opcode::local_store(instruction.opcode) else { return false };
    let wide = matches!(store, opcode::LSTORE | opcode::DSTORE);
    let overlaps = stored < slot + ty.slots() && slot < stored + 1 + u16::from(wide);
    // Another reference may be stored where the type of the parameter is no longer known.
    overlaps && (store != store_opcode(ty) || stored != slot || store == opcode::ASTORE)
}

fn store_opcode(ty: &FieldType) -> u8 {
    match ty {
        FieldType::Long => opcode::LSTORE,
        FieldType::Float => opcode::FSTORE,
        FieldType::Double => opcode::DSTORE,
        FieldType::Object(_) | FieldType::Array(_) => opcode::ASTORE,
        _ => opcode::ISTORE,
    }
}

/// The index of the first instruction that may be mutated: in a constructor what comes after the call of another one.
pub(crate) fn first_site(class: &ClassFile, method: &Method, code: &Code) -> usize {
    if method.name != "<init>" {
        return 0;
    }
    let call = constructor_call(&class.constant_pool, &code.instructions);
    call.map_or(code.instructions.len(), |call| call + 1)
}
