//! Edits that change the layout of a method and not what it does.

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{Operands, opcode};

/// What is inserted where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    /// An empty edit: the method is laid out anew.
    Nothing,
    /// A constant pushed and popped before every jump and switch.
    BeforeJumps,
    /// The same before and after every instruction, and at the method's entry.
    Everywhere,
    /// An extra local, set at entry, counted up before every jump, read before every return.
    IntLocal,
    /// The same, and it is read where an exception leaves the method, constructors excepted.
    ExceptionalExit,
    /// So many `nop`s before every jump.
    Pad(usize),
    /// Both: an extra local, and `nop`s before every jump.
    IntLocalAndPad(usize),
}

impl MethodEditor for Probe {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        match *self {
            Self::Nothing => {}
            Self::BeforeJumps => {
                before_jumps(&mut edit, method, Assembler::new().push_int(pool, 1000)?.pop());
            }
            Self::Everywhere => {
                everywhere(&mut edit, method, Assembler::new().push_int(pool, 70_000)?.pop());
            }
            Self::IntLocal => int_local(&mut edit, pool, method)?,
            Self::ExceptionalExit => {
                int_local(&mut edit, pool, method)?;
                if method.name != "<init>" {
                    edit.on_exceptional_exit(0, Assembler::new().load_int(method.max_locals).pop());
                }
            }
            Self::Pad(length) => before_jumps(&mut edit, method, &nops(length)),
            Self::IntLocalAndPad(length) => {
                int_local(&mut edit, pool, method)?;
                before_jumps(&mut edit, method, &nops(length));
            }
        }
        Ok(Some(edit))
    }
}

fn nops(length: usize) -> Assembler {
    let mut piece = Assembler::new();
    for _ in 0..length {
        piece.plain(opcode::NOP, 0, 0);
    }
    piece
}

fn before_jumps(edit: &mut MethodEdit, method: &MethodView<'_>, piece: &Assembler) {
    for (index, instruction) in method.instructions.iter().enumerate() {
        if matches!(instruction.operands, Operands::Jump(_) | Operands::Switch { .. }) {
            edit.insert_before(index, piece);
        }
    }
}

fn everywhere(edit: &mut MethodEdit, method: &MethodView<'_>, piece: &Assembler) {
    edit.prologue(piece);
    for (index, instruction) in method.instructions.iter().enumerate() {
        edit.insert_before(index, piece);
        let stops = matches!(
            instruction.opcode,
            opcode::GOTO | opcode::GOTO_W | opcode::RET..=opcode::RETURN | opcode::ATHROW
        );
        if !stops {
            edit.insert_after(index, piece);
        }
    }
}

fn int_local(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
) -> Result<(), RewriteError> {
    let slot = method.max_locals;
    edit.add_int_local();
    edit.prologue(Assembler::new().push_int(pool, 0)?.store_int(slot));
    before_jumps(edit, method, Assembler::new().increment(slot, 1));
    for (index, instruction) in method.instructions.iter().enumerate() {
        if matches!(instruction.opcode, opcode::IRETURN..=opcode::RETURN) {
            edit.insert_before(index, Assembler::new().load_int(slot).pop());
        }
    }
    Ok(())
}
