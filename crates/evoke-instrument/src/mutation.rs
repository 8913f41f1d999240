//! Mutated instructions: each asks the Java class `Mutation` what it gives. That notes how far its mutants were from making a
//! difference, and gives the result of a mutant that is switched on.
//!
//! Before a conditional jump the operands are replaced by others for which the jump does what is asked. Calls cannot be
//! left out without a jump, so that a deleted call is noted only here; see [`crate::switched_call`] and [`crate::deleted_call`].

mod codes;
mod computational_type;

use evoke_analysis::{
    Alternative, ArithmeticOperator, BitwiseOperator, Mutant, Mutation, Relation, ReturnReplacement,
    SwappedKeys,
};
use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MemberRef, MethodDescriptor, Operands, opcode};
use evoke_runtime::Member;
use evoke_runtime::layout::{relation, replacement};
use evoke_runtime::members::mutation;

use crate::runtime_call::call;
use computational_type::ComputationalType;

/// What is done with what an instruction takes or gives.
#[derive(Clone, Copy)]
pub(crate) struct UseOfResult {
    /// Whether it is a jump that tests the result of a comparison which the tracer made.
    pub(crate) keeps_difference: bool,
    /// Whether the next instruction drops what it gives.
    pub(crate) is_dropped: bool,
}

/// Puts in what the mutants of the instruction at `index` need.
pub(crate) fn probe(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
    mutants: &[Mutant],
    use_of_result: UseOfResult,
) -> Result<(), RewriteError> {
    let mut site = SiteProbe { edit, pool, method, index, use_of_result };
    for group in mutants.chunk_by(|one, other| one.mutation.operator() == other.mutation.operator()) {
        site.add(group)?;
    }
    Ok(())
}

struct SiteProbe<'e, 'p, 'm> {
    edit: &'e mut MethodEdit,
    pool: &'e mut PoolBuilder<'p>,
    method: &'m MethodView<'m>,
    index: usize,
    use_of_result: UseOfResult,
}

impl<'m> SiteProbe<'_, '_, 'm> {
    /// Adds the mutants of one operator.
    fn add(&mut self, mutants: &[Mutant]) -> Result<(), RewriteError> {
        let Some(first) = mutants.first() else { return Ok(()) };
        let (id, opcode) = (first.id.0 as i32, self.method.instructions[self.index].opcode);
        match &first.mutation {
            Mutation::Comparison { original, .. } => {
                self.compare(opcode, packed_relations(*original, mutants), id, mutants)
            }
            Mutation::Sameness(_) => self.compare_references(opcode, id),
            Mutation::Arithmetic { original, .. } => {
                let operators = packed_arithmetic(*original, mutants);
                if let Operands::Increment { local, by } = self.method.instructions[self.index].operands {
                    return self.increment(local, by, operators, id);
                }
                self.operate(computational_type::arithmetic(opcode), operators, id)
            }
            Mutation::Bitwise { original, .. } => {
                let method = computational_type::bitwise(opcode, original.is_shift());
                self.operate(method, packed_bitwise(*original, mutants), id)
            }
            Mutation::CallDeletion => self.delete_call(id),
            Mutation::ReturnValue(_) => {
                mutants.iter().try_for_each(|mutant| self.replace_return_value(mutant))
            }
            Mutation::FieldWriteDeletion => self.delete_field_write(opcode, id),
            Mutation::NegationDeletion => self.delete_negation(opcode, id),
            Mutation::DefaultSwap => self.swap_default(id),
            Mutation::Constant(_) | Mutation::Unary(_) | Mutation::Variable(_) => {
                mutants.iter().try_for_each(|mutant| self.replace_value(mutant))
            }
        }
    }

    fn compare(&mut self, jump: u8, relations: i32, id: i32, mutants: &[Mutant]) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, relations)?.push_int(self.pool, id)?;
        if matches!(jump, opcode::IF_ICMPEQ..=opcode::IF_ICMPLE) {
            call(&mut piece, self.pool, mutation::COMPARE)?;
            piece.push_int(self.pool, 0)?;
        } else {
            let is_test_of_boolean = mutants.len() == relation::MUTANTS_OF_TEST as usize;
            let method = match (is_test_of_boolean, self.use_of_result.keeps_difference) {
                (true, _) => mutation::TEST,
                (false, true) => mutation::COMPARED,
                (false, false) => mutation::COMPARE_ZERO,
            };
            call(&mut piece, self.pool, method)?;
        }
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    fn compare_references(&mut self, jump: u8, id: i32) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, id)?;
        if matches!(jump, opcode::IFNULL | opcode::IFNONNULL) {
            call(&mut piece, self.pool, mutation::SAME_OBJECT_I)?;
        } else {
            call(&mut piece, self.pool, mutation::SAME_OBJECT_OBJECT_I)?;
            piece.push_null();
        }
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    /// Puts a call in the place of a binary operator.
    fn operate(&mut self, method: Member, operators: i32, id: i32) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, operators)?.push_int(self.pool, id)?;
        call(&mut piece, self.pool, method)?;
        self.edit.replace(self.index, &piece);
        Ok(())
    }

    /// Puts a load, a call and a store in the place of an `iinc`.
    fn increment(&mut self, local: u16, by: i16, operators: i32, id: i32) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.load_int(local).push_int(self.pool, i32::from(by).abs())?;
        piece.push_int(self.pool, operators)?.push_int(self.pool, id)?;
        call(&mut piece, self.pool, mutation::ARITHMETIC_I_I_I_I)?;
        piece.store_int(local);
        self.edit.replace(self.index, &piece);
        Ok(())
    }

    /// Lets a mutant change the value that the instruction pushes.
    fn replace_value(&mut self, mutant: &Mutant) -> Result<(), RewriteError> {
        let id = mutant.id.0 as i32;
        let mut piece = Assembler::new();
        match &mutant.mutation {
            Mutation::Constant(replacement) => {
                let ty = ComputationalType::of_pushed(self.method, self.index);
                self.replace(&mut piece, ty, codes::constant(*replacement), id)?;
            }
            Mutation::Unary(operator) => {
                let ty = ComputationalType::of_pushed(self.method, self.index);
                self.replace(&mut piece, ty, codes::unary(*operator), id)?;
            }
            Mutation::Variable(alternative) => {
                self.load(&mut piece, alternative)?;
                let ty = FieldType::parse(alternative.descriptor())?;
                self.choose(&mut piece, &ty, id)?;
            }
            _ => {}
        }
        self.edit.insert_after(self.index, &piece);
        Ok(())
    }

    fn replace(
        &mut self,
        piece: &mut Assembler,
        ty: ComputationalType,
        code: i32,
        id: i32,
    ) -> Result<(), RewriteError> {
        let Some(method) = ty.replace() else { return Ok(()) };
        piece.push_int(self.pool, code)?.push_int(self.pool, id)?;
        call(piece, self.pool, method)
    }

    /// Chooses between the two values of a type on the stack.
    fn choose(&mut self, piece: &mut Assembler, ty: &FieldType, id: i32) -> Result<(), RewriteError> {
        piece.push_int(self.pool, id)?;
        call(piece, self.pool, ComputationalType::of(ty).choose())?;
        self.cast_to(piece, ty)
    }

    /// Casts an `Object` to a reference type; does nothing for others.
    fn cast_to(&mut self, piece: &mut Assembler, ty: &FieldType) -> Result<(), RewriteError> {
        let class = match ty {
            FieldType::Object(name) if name.as_str() != "java/lang/Object" => name.as_str().to_owned(),
            FieldType::Array(_) => ty.to_string(),
            _ => return Ok(()),
        };
        let class = self.pool.add_class(&class)?;
        piece.check_cast(class);
        Ok(())
    }

    fn load(&mut self, piece: &mut Assembler, alternative: &Alternative) -> Result<(), RewriteError> {
        match alternative {
            Alternative::Local { slot, descriptor, .. } => {
                let load = match FieldType::parse(descriptor)? {
                    FieldType::Long => opcode::LLOAD,
                    FieldType::Float => opcode::FLOAD,
                    FieldType::Double => opcode::DLOAD,
                    FieldType::Object(_) | FieldType::Array(_) => opcode::ALOAD,
                    _ => opcode::ILOAD,
                };
                piece.load(load, *slot);
            }
            Alternative::Field { name, descriptor, is_static } => {
                let field = self.pool.add_field_ref(self.method.class_name, name, descriptor)?;
                if *is_static {
                    piece.get_static(field);
                } else {
                    piece.load(opcode::ALOAD, 0).get_field(field);
                }
            }
        }
        Ok(())
    }

    fn delete_call(&mut self, id: i32) -> Result<(), RewriteError> {
        let Some(callee) = self.member() else { return Ok(()) };
        let mut piece = Assembler::new();
        let result = MethodDescriptor::parse(callee.descriptor)?.return_type;
        let Some(ty) = result.filter(|_| !self.use_of_result.is_dropped) else {
            piece.push_int(self.pool, id)?.push_int(self.pool, 1)?;
            call(&mut piece, self.pool, mutation::REACHED)?;
            self.edit.insert_before(self.index, &piece);
            return Ok(());
        };
        match ty {
            FieldType::Object(_) | FieldType::Array(_) => {
                piece.dup().push_int(self.pool, id)?;
                call(&mut piece, self.pool, mutation::AGAINST_NULL)?;
            }
            _ => {
                self.push_default(&mut piece, &ty)?;
                self.choose(&mut piece, &ty, id)?;
            }
        }
        self.edit.insert_after(self.index, &piece);
        Ok(())
    }

    fn replace_return_value(&mut self, mutant: &Mutant) -> Result<(), RewriteError> {
        let Some(ty) = MethodDescriptor::parse(self.method.descriptor)?.return_type else { return Ok(()) };
        let Mutation::ReturnValue(replaced) = &mutant.mutation else { return Ok(()) };
        let (id, mut piece) = (mutant.id.0 as i32, Assembler::new());
        if let Some(object) = codes::returned_object(&ty, *replaced) {
            piece.push_int(self.pool, object)?.push_int(self.pool, id)?;
            call(&mut piece, self.pool, mutation::RETURNED)?;
            self.cast_to(&mut piece, &ty)?;
            self.edit.insert_before(self.index, &piece);
            return Ok(());
        }
        match replaced {
            ReturnReplacement::OneIfZero => {
                self.replace(&mut piece, ComputationalType::of(&ty), replacement::ONE_IF_ZERO, id)?;
            }
            ReturnReplacement::True => {
                piece.push_int(self.pool, 1)?;
                self.choose(&mut piece, &ty, id)?;
            }
            ReturnReplacement::False
            | ReturnReplacement::Zero
            | ReturnReplacement::Null
            | ReturnReplacement::Empty(_) => {
                self.push_default(&mut piece, &ty)?;
                self.choose(&mut piece, &ty, id)?;
            }
        }
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    /// Pushes what a field of the type has that nothing was written to.
    fn push_default(&mut self, piece: &mut Assembler, ty: &FieldType) -> Result<(), RewriteError> {
        match ty {
            FieldType::Object(_) | FieldType::Array(_) => piece.push_null(),
            FieldType::Long => piece.plain(opcode::LCONST_0, 0, 2),
            FieldType::Float => piece.plain(opcode::FCONST_0, 0, 1),
            FieldType::Double => piece.plain(opcode::DCONST_0, 0, 2),
            _ => piece.push_int(self.pool, 0)?,
        };
        Ok(())
    }

    fn delete_field_write(&mut self, write: u8, id: i32) -> Result<(), RewriteError> {
        let Some(field) = self.member() else { return Ok(()) };
        let ty = FieldType::parse(field.descriptor)?;
        let field = self.pool.add_field_ref(field.owner, field.name, field.descriptor)?;
        let mut piece = Assembler::new();
        if write == opcode::PUTSTATIC {
            piece.get_static(field);
        } else if ty.slots() == 1 {
            piece.swap().dup_x1().get_field(field);
        } else {
            piece.dup2_x1().pop2().dup_x2().get_field(field);
        }
        self.choose(&mut piece, &ty, id)?;
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    /// Has the negated number and what it was before to choose from.
    fn delete_negation(&mut self, negation: u8, id: i32) -> Result<(), RewriteError> {
        let (ty, mut piece) = (ComputationalType::of_negation(negation), Assembler::new());
        if ty.slots() == 1 {
            piece.dup()
        } else {
            piece.dup2()
        };
        piece.plain(negation, ty.slots(), ty.slots()).push_int(self.pool, id)?;
        call(&mut piece, self.pool, ty.choose())?;
        self.edit.insert_after(self.index, &piece);
        Ok(())
    }

    /// Changes the key of a switch into one that leads where the mutant goes. A switch with more keys than a text has room for is left.
    fn swap_default(&mut self, id: i32) -> Result<(), RewriteError> {
        let Operands::Switch { default, cases } = &self.method.instructions[self.index].operands else {
            return Ok(());
        };
        let Some(keys) = SwappedKeys::of(*default, cases).and_then(|keys| codes::swapped_keys(&keys)) else {
            return Ok(());
        };
        let keys = self.pool.add_string(&keys)?;
        let mut piece = Assembler::new();
        piece.load_constant(keys).push_int(self.pool, id)?;
        call(&mut piece, self.pool, mutation::SWAPPED)?;
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    fn member(&self) -> Option<MemberRef<'m>> {
        let Operands::Constant(member) = self.method.instructions[self.index].operands else { return None };
        self.method.constant_pool.member(member)
    }
}

fn packed_relations(original: Relation, mutants: &[Mutant]) -> i32 {
    let replacements = mutants.iter().filter_map(|mutant| match &mutant.mutation {
        Mutation::Comparison { replacement, .. } => Some(codes::relation(*replacement)),
        _ => None,
    });
    codes::packed(codes::relation(original), replacements)
}

fn packed_arithmetic(original: ArithmeticOperator, mutants: &[Mutant]) -> i32 {
    let replacements = mutants.iter().filter_map(|mutant| match &mutant.mutation {
        Mutation::Arithmetic { replacement, .. } => Some(codes::arithmetic(*replacement)),
        _ => None,
    });
    codes::packed(codes::arithmetic(original), replacements)
}

fn packed_bitwise(original: BitwiseOperator, mutants: &[Mutant]) -> i32 {
    let replacements = mutants.iter().filter_map(|mutant| match &mutant.mutation {
        Mutation::Bitwise { replacement, .. } => Some(codes::bitwise(*replacement)),
        _ => None,
    });
    codes::packed(codes::bitwise(original), replacements)
}
