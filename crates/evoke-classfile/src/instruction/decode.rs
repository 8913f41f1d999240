//! Bytecode in, instructions out (JVMS 4.9.1): lengths, operands and that every jump lands on an
//! instruction. Types and stack depths are the verifier's business.

use super::{Instruction, Operands};
use crate::ParseError;
use crate::opcode as op;
use crate::reader::Reader;

/// The longest a method may be (JVMS 4.7.3).
pub(crate) const MAX_CODE_LENGTH: u32 = 65_535;

/// Which byte offsets start an instruction: a bit an offset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundaries(Vec<u64>);

impl Boundaries {
    fn insert(&mut self, offset: u32) {
        if let Some(word) = self.0.get_mut(offset as usize / 64) {
            *word |= 1 << (offset % 64);
        }
    }

    pub(crate) fn contains(&self, offset: u32) -> bool {
        self.0.get(offset as usize / 64).is_some_and(|word| word >> (offset % 64) & 1 == 1)
    }
}

/// Decodes the `length` bytes that `reader` stands before, and steps over them.
pub(crate) fn decode(
    reader: &mut Reader<'_>,
    length: u32,
) -> Result<(Vec<Instruction>, Boundaries), ParseError> {
    let mut code = reader.part(length as usize)?;
    let start = code.position();
    let mut instructions = Vec::with_capacity(length as usize / 2 + 1);
    let mut boundaries = Boundaries(vec![0; length as usize / 64 + 1]);
    while code.remaining() > 0 {
        let offset = (code.position() - start) as u32;
        boundaries.insert(offset);
        let opcode = code.u1()?;
        let (opcode, operands) = match opcode {
            op::WIDE => wide(&mut code)?,
            op::TABLESWITCH | op::LOOKUPSWITCH => (opcode, switch(&mut code, opcode, offset)?),
            _ => (opcode, operands(&mut code, opcode, offset)?),
        };
        instructions.push(Instruction { offset, opcode, operands });
    }
    check_targets(&instructions, &boundaries)?;
    Ok((instructions, boundaries))
}

fn operands(code: &mut Reader<'_>, opcode: u8, offset: u32) -> Result<Operands, ParseError> {
    Ok(match opcode {
        op::BIPUSH => Operands::Immediate(code.i1()?.into()),
        op::SIPUSH => Operands::Immediate(code.i2()?),
        op::LDC => Operands::Constant(code.u1()?.into()),
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => Operands::Local(code.u1()?.into()),
        op::ILOAD_0..=op::ALOAD_3 => Operands::Local(u16::from(opcode - op::ILOAD_0) % 4),
        op::ISTORE_0..=op::ASTORE_3 => Operands::Local(u16::from(opcode - op::ISTORE_0) % 4),
        op::IINC => Operands::Increment { local: code.u1()?.into(), by: code.i1()?.into() },
        op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => Operands::Jump(target(offset, code.i2()?.into())?),
        op::GOTO_W | op::JSR_W => Operands::Jump(target(offset, code.i4()?)?),
        op::LDC_W
        | op::LDC2_W
        | op::GETSTATIC..=op::INVOKESTATIC
        | op::NEW
        | op::ANEWARRAY
        | op::CHECKCAST
        | op::INSTANCEOF => Operands::Constant(code.u2()?),
        op::INVOKEINTERFACE | op::INVOKEDYNAMIC => {
            let index = code.u2()?;
            code.take(2)?;
            Operands::Constant(index)
        }
        op::NEWARRAY => Operands::ArrayType(code.u1()?),
        op::MULTIANEWARRAY => Operands::MultiArray { class: code.u2()?, dimensions: code.u1()? },
        _ if opcode <= op::JSR_W => Operands::None,
        _ => return Err(ParseError::malformed(format!("opcode {opcode} at {offset}"))),
    })
}

fn wide(code: &mut Reader<'_>) -> Result<(u8, Operands), ParseError> {
    let opcode = code.u1()?;
    let operands = match opcode {
        op::IINC => Operands::Increment { local: code.u2()?, by: code.i2()? },
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => Operands::Local(code.u2()?),
        _ => return Err(ParseError::malformed(format!("wide form of opcode {opcode}"))),
    };
    Ok((opcode, operands))
}

fn switch(code: &mut Reader<'_>, opcode: u8, offset: u32) -> Result<Operands, ParseError> {
    code.take(3 - offset as usize % 4)?;
    let default = target(offset, code.i4()?)?;
    let cases = if opcode == op::TABLESWITCH {
        let (low, high) = (code.i4()?, code.i4()?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 1 || count > code.remaining() as i64 / 4 {
            return Err(ParseError::malformed(format!("tableswitch at {offset}")));
        }
        (low..=high).map(|key| Ok((key, target(offset, code.i4()?)?))).collect::<Result<Vec<_>, _>>()?
    } else {
        let count = code.i4()?;
        if count < 0 || count as usize > code.remaining() / 8 {
            return Err(ParseError::malformed(format!("lookupswitch at {offset}")));
        }
        (0..count)
            .map(|_| Ok((code.i4()?, target(offset, code.i4()?)?)))
            .collect::<Result<Vec<_>, ParseError>>()?
    };
    if !cases.is_sorted_by(|left, right| left.0 < right.0) {
        return Err(ParseError::malformed(format!("unsorted switch at {offset}")));
    }
    Ok(Operands::Switch { default, cases })
}

fn target(offset: u32, distance: i32) -> Result<u32, ParseError> {
    offset.checked_add_signed(distance).ok_or_else(|| jump_error(offset))
}

fn jump_error(offset: u32) -> ParseError {
    ParseError::malformed(format!("jump at {offset} does not land on an instruction"))
}

fn check_targets(instructions: &[Instruction], boundaries: &Boundaries) -> Result<(), ParseError> {
    let lands = |instruction: &Instruction| match &instruction.operands {
        Operands::Jump(target) => boundaries.contains(*target),
        Operands::Switch { default, cases } => {
            boundaries.contains(*default) && cases.iter().all(|(_, target)| boundaries.contains(*target))
        }
        _ => true,
    };
    match instructions.iter().find(|instruction| !lands(instruction)) {
        Some(astray) => Err(jump_error(astray.offset)),
        None => Ok(()),
    }
}
