//! Mutated instructions: each asks `evoke.runtime.Mutation` what it gives. That notes how far its mutants were from making a
//! difference, and gives the result of a mutant that is switched on.
//!
//! Before a conditional jump the operands are replaced by others for which the jump does what is asked. Calls cannot be
//! left out without a jump, so what a deleted call would change is noted only; see [`crate::deleted_call`].

use evoke_analysis::{
    Alternative, ArithmeticOperator, BitwiseOperator, ConstantReplacement, Mutant, Mutation, UnaryOperator,
};
use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, Operands, opcode};

const MUTATION: &str = "evoke/runtime/Mutation";

/// Puts in what the mutants of the instruction at `index` need. `keeps_difference` says whether a jump tests the result of
/// a comparison that the tracer made.
pub(crate) fn probe(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
    mutants: &[Mutant],
    keeps_difference: bool,
) -> Result<(), RewriteError> {
    let mut site = SiteProbe { edit, pool, method, index, keeps_difference };
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
    keeps_difference: bool,
}

impl<'m> SiteProbe<'_, '_, 'm> {
    /// Adds the mutants of one operator.
    fn add(&mut self, mutants: &[Mutant]) -> Result<(), RewriteError> {
        let Some(first) = mutants.first() else { return Ok(()) };
        let (id, opcode) = (first.id.0 as i32, self.method.instructions[self.index].opcode);
        match &first.mutation {
            Mutation::Comparison { original, .. } => {
                self.compare(opcode, i32::from(original.0), id, mutants.len() == 2)
            }
            Mutation::Negation => self.negate(opcode, id),
            Mutation::Arithmetic { original, .. } => {
                let operator = ArithmeticOperator::ALL.iter().position(|it| it == original);
                if let Operands::Increment { local, by } = self.method.instructions[self.index].operands {
                    return self.increment(local, by, operator, id);
                }
                let ty = ["I", "J", "F", "D"][usize::from((opcode - opcode::IADD) % 4)];
                self.operate("arithmetic", &format!("({ty}{ty}II){ty}"), operator, id)
            }
            Mutation::Bitwise { original, .. } => {
                let operator = BitwiseOperator::ALL.iter().position(|it| it == original);
                let is_long = (opcode - opcode::ISHL) % 2 == 1;
                let descriptor = match (is_long, original.is_shift()) {
                    (false, _) => "(IIII)I",
                    (true, true) => "(JIII)J",
                    (true, false) => "(JJII)J",
                };
                self.operate("bitwise", descriptor, operator, id)
            }
            Mutation::CallDeletion => self.delete_call(id),
            Mutation::ReturnValue => self.replace_return_value(id),
            Mutation::FieldWriteDeletion => self.delete_field_write(opcode, id),
            Mutation::Constant(_) | Mutation::Unary(_) | Mutation::Variable(_) => {
                mutants.iter().try_for_each(|mutant| self.replace_value(mutant))
            }
        }
    }

    fn call(&mut self, piece: &mut Assembler, name: &str, descriptor: &str) -> Result<(), RewriteError> {
        let method = self.pool.add_method_ref(MUTATION, name, descriptor)?;
        piece.invoke_static(method);
        Ok(())
    }

    fn compare(&mut self, jump: u8, relation: i32, id: i32, is_test: bool) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, relation)?.push_int(self.pool, id)?;
        if matches!(jump, opcode::IF_ICMPEQ..=opcode::IF_ICMPLE) {
            self.call(&mut piece, "compare", "(IIII)I")?;
            piece.push_int(self.pool, 0)?;
        } else {
            let name = match (is_test, self.keeps_difference) {
                (true, _) => "test",
                (false, true) => "compared",
                (false, false) => "compareZero",
            };
            self.call(&mut piece, name, "(III)I")?;
        }
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    fn negate(&mut self, jump: u8, id: i32) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, id)?;
        if matches!(jump, opcode::IFNULL | opcode::IFNONNULL) {
            self.call(&mut piece, "same", "(Ljava/lang/Object;I)Ljava/lang/Object;")?;
        } else {
            self.call(&mut piece, "same", "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;")?;
            piece.push_null();
        }
        self.edit.insert_before(self.index, &piece);
        Ok(())
    }

    /// Puts a call in the place of a binary operator.
    fn operate(
        &mut self,
        name: &str,
        descriptor: &str,
        operator: Option<usize>,
        id: i32,
    ) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.push_int(self.pool, operator.unwrap_or_default() as i32)?.push_int(self.pool, id)?;
        self.call(&mut piece, name, descriptor)?;
        self.edit.replace(self.index, &piece);
        Ok(())
    }

    /// Puts a load, a call and a store in the place of an `iinc`.
    fn increment(
        &mut self,
        local: u16,
        by: i16,
        operator: Option<usize>,
        id: i32,
    ) -> Result<(), RewriteError> {
        let mut piece = Assembler::new();
        piece.load_int(local).push_int(self.pool, i32::from(by).abs())?;
        piece.push_int(self.pool, operator.unwrap_or_default() as i32)?.push_int(self.pool, id)?;
        self.call(&mut piece, "arithmetic", "(IIII)I")?;
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
                let ty = pushed_type(self.method, self.index);
                self.replace(&mut piece, ty, constant_code(*replacement), id)?;
            }
            Mutation::Unary(operator) => {
                let ty = pushed_type(self.method, self.index);
                self.replace(&mut piece, ty, unary_code(*operator), id)?;
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

    fn replace(&mut self, piece: &mut Assembler, ty: &str, code: i32, id: i32) -> Result<(), RewriteError> {
        piece.push_int(self.pool, code)?.push_int(self.pool, id)?;
        self.call(piece, "replace", &format!("({ty}II){ty}"))
    }

    /// Chooses between the two values of a type on the stack.
    fn choose(&mut self, piece: &mut Assembler, ty: &FieldType, id: i32) -> Result<(), RewriteError> {
        piece.push_int(self.pool, id)?;
        let computed = computational_type(ty);
        self.call(piece, "choose", &format!("({computed}{computed}I){computed}"))?;
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
        let Some(ty) = MethodDescriptor::parse(callee.descriptor)?.return_type else {
            piece.push_int(self.pool, id)?.push_int(self.pool, 1)?;
            self.call(&mut piece, "reached", "(II)V")?;
            self.edit.insert_before(self.index, &piece);
            return Ok(());
        };
        match ty {
            FieldType::Object(_) | FieldType::Array(_) => {
                piece.dup().push_int(self.pool, id)?;
                self.call(&mut piece, "againstNull", "(Ljava/lang/Object;I)V")?;
            }
            FieldType::Long => {
                piece.plain(opcode::LCONST_0, 0, 2);
                self.choose(&mut piece, &ty, id)?;
            }
            FieldType::Float => {
                piece.plain(opcode::FCONST_0, 0, 1);
                self.choose(&mut piece, &ty, id)?;
            }
            FieldType::Double => {
                piece.plain(opcode::DCONST_0, 0, 2);
                self.choose(&mut piece, &ty, id)?;
            }
            _ => {
                piece.push_int(self.pool, 0)?;
                self.choose(&mut piece, &ty, id)?;
            }
        }
        self.edit.insert_after(self.index, &piece);
        Ok(())
    }

    fn replace_return_value(&mut self, id: i32) -> Result<(), RewriteError> {
        const NEGATED: i32 = 5;
        const ONE_IF_ZERO: i32 = 7;
        let Some(ty) = MethodDescriptor::parse(self.method.descriptor)?.return_type else { return Ok(()) };
        let mut piece = Assembler::new();
        if matches!(ty, FieldType::Object(_) | FieldType::Array(_)) {
            piece.push_null();
            self.choose(&mut piece, &ty, id)?;
        } else {
            let code = if ty == FieldType::Boolean { NEGATED } else { ONE_IF_ZERO };
            self.replace(&mut piece, computational_type(&ty), code, id)?;
        }
        self.edit.insert_before(self.index, &piece);
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

    fn member(&self) -> Option<evoke_classfile::MemberRef<'m>> {
        let Operands::Constant(member) = self.method.instructions[self.index].operands else { return None };
        self.method.constant_pool.member(member)
    }
}

/// The type of a value as the operand stack has it.
fn computational_type(ty: &FieldType) -> &'static str {
    match ty {
        FieldType::Long => "J",
        FieldType::Float => "F",
        FieldType::Double => "D",
        FieldType::Object(_) | FieldType::Array(_) => "Ljava/lang/Object;",
        _ => "I",
    }
}

/// The type of the number or string that a load or a constant pushes.
fn pushed_type(method: &MethodView<'_>, index: usize) -> &'static str {
    let instruction = &method.instructions[index];
    match (instruction.opcode, &instruction.operands) {
        (opcode::LCONST_0 | opcode::LCONST_1 | opcode::LLOAD | opcode::LLOAD_0..=opcode::LLOAD_3, _) => "J",
        (opcode::FCONST_0..=opcode::FCONST_2 | opcode::FLOAD | opcode::FLOAD_0..=opcode::FLOAD_3, _) => "F",
        (opcode::DCONST_0 | opcode::DCONST_1 | opcode::DLOAD | opcode::DLOAD_0..=opcode::DLOAD_3, _) => "D",
        (opcode::LDC..=opcode::LDC2_W, Operands::Constant(index)) => {
            match method.constant_pool.loadable(*index) {
                Some(evoke_classfile::Constant::Long(_)) => "J",
                Some(evoke_classfile::Constant::Float(_)) => "F",
                Some(evoke_classfile::Constant::Double(_)) => "D",
                Some(evoke_classfile::Constant::String(_)) => "Ljava/lang/String;",
                _ => "I",
            }
        }
        (opcode::GETFIELD | opcode::GETSTATIC, Operands::Constant(index)) => {
            let field = method.constant_pool.member(*index).map(|field| FieldType::parse(field.descriptor));
            field.and_then(Result::ok).map_or("I", |ty| computational_type(&ty))
        }
        _ => "I",
    }
}

/// How `Mutation.replace` names what replaces a constant.
fn constant_code(replacement: ConstantReplacement) -> i32 {
    match replacement {
        ConstantReplacement::Zero | ConstantReplacement::EmptyString => 0,
        ConstantReplacement::One | ConstantReplacement::OtherString => 1,
        ConstantReplacement::MinusOne => 2,
        ConstantReplacement::Increment => 3,
        ConstantReplacement::Decrement => 4,
        ConstantReplacement::Negated => 5,
    }
}

/// How `Mutation.replace` names a unary operator.
fn unary_code(operator: UnaryOperator) -> i32 {
    match operator {
        UnaryOperator::Increment => 3,
        UnaryOperator::Decrement => 4,
        UnaryOperator::Negate => 6,
    }
}
