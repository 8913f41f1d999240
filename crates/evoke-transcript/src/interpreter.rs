//! Follows code on abstract values, instruction by instruction. What it meets of fields, calls and functions is for a [`Host`] to make
//! something of.

use std::rc::Rc;

use evoke_classfile::{
    ClassFile, ClassName, Code, Constant, FieldType, Instruction, MemberRef, Operands, opcode,
};

use crate::abstract_value::{AbstractValue, ArrayValue};
use crate::arithmetic;
use crate::draft::text;
use crate::frame::Frame;

/// Longer arrays are not known.
const MAX_LENGTH: i32 = 1_000;

/// Who is asked about all that is beyond one method. Operands are taken from the frame, and results put there.
pub(crate) trait Host<'a> {
    /// Whether to follow one more instruction.
    fn goes_on(&mut self) -> bool;
    /// `new`
    fn new_object(&mut self) -> AbstractValue;
    /// `getstatic` and `getfield`
    fn read_field(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame);
    /// `putstatic` and `putfield`
    fn write_field(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame);
    /// `invokevirtual` to `invokeinterface`
    fn invoke(&mut self, opcode: u8, member: &MemberRef<'_>, frame: &mut Frame);
    /// `invokedynamic` with this constant of the class
    fn make_function(&mut self, class: &'a ClassFile, constant: u16, frame: &mut Frame);
}

/// How an activation ends.
pub(crate) enum Flow {
    /// It returns, and gives this, if anything.
    Returned(Option<AbstractValue>),
    /// It cannot be followed any further.
    Lost,
}

/// What comes after an instruction.
enum Next {
    Following,
    /// The instruction at this offset.
    At(u32),
    End(Flow),
}

/// Follows the code of a method of the class to its end, or as far as that is known.
pub(crate) fn follow<'a>(
    host: &mut dyn Host<'a>,
    class: &'a ClassFile,
    code: &'a Code,
    mut frame: Frame,
) -> Flow {
    let mut position = 0;
    while let Some(instruction) = code.instructions.get(position) {
        if !host.goes_on() {
            return Flow::Lost;
        }
        match step(host, class, instruction, &mut frame) {
            Next::Following => position += 1,
            Next::At(offset) => {
                let found = code.instructions.binary_search_by_key(&offset, |it| it.offset);
                position = found.unwrap_or(code.instructions.len());
            }
            Next::End(flow) => return flow,
        }
    }
    Flow::Lost
}

fn step<'a>(
    host: &mut dyn Host<'a>,
    class: &'a ClassFile,
    instruction: &Instruction,
    frame: &mut Frame,
) -> Next {
    match &instruction.operands {
        Operands::Jump(target) => return jump(instruction.opcode, *target, frame),
        Operands::Switch { default, cases } => {
            let AbstractValue::Int(key) = frame.pop() else { return Next::End(Flow::Lost) };
            let case = cases.iter().find(|(known, _)| *known == key);
            return Next::At(case.map_or(*default, |(_, target)| *target));
        }
        Operands::Local(slot) => local(instruction.opcode, *slot, frame),
        Operands::Increment { local, by } => {
            let sum =
                arithmetic::binary(opcode::IADD, &frame.local(*local), &AbstractValue::Int((*by).into()));
            frame.set_local(*local, sum);
        }
        Operands::Immediate(value) => frame.push(AbstractValue::Int((*value).into())),
        Operands::ArrayType(code) => {
            new_array(primitive_of_array(*code), frame);
        }
        Operands::MultiArray { dimensions, .. } => {
            frame.pop_all((*dimensions).into());
            frame.push(AbstractValue::Unknown);
        }
        Operands::Constant(index) => with_constant(host, class, instruction.opcode, *index, frame),
        Operands::None => return plain(instruction.opcode, frame),
    }
    Next::Following
}

fn plain(opcode: u8, frame: &mut Frame) -> Next {
    match opcode {
        opcode::NOP => {}
        opcode::ACONST_NULL => frame.push(AbstractValue::Null),
        opcode::ICONST_M1..=opcode::DCONST_1 => frame.push(constant_of(opcode)),
        opcode::IALOAD..=opcode::SALOAD => {
            let (index, array) = (frame.pop(), frame.pop());
            let is_wide = matches!(opcode, opcode::LALOAD | opcode::DALOAD);
            let unknown = if is_wide { AbstractValue::UnknownWide } else { AbstractValue::Unknown };
            frame.push(element(&array, &index).unwrap_or(unknown));
        }
        opcode::IASTORE..=opcode::SASTORE => {
            let (value, index, array) = (frame.pop(), frame.pop(), frame.pop());
            write_element(&array, &index, value);
        }
        opcode::POP..=opcode::SWAP => frame.shuffle(opcode),
        opcode::INEG..=opcode::DNEG | opcode::I2L..=opcode::I2S => {
            let value = frame.pop();
            frame.push(arithmetic::unary(opcode, &value));
        }
        opcode::IADD..=opcode::DREM | opcode::ISHL..=opcode::LXOR => {
            let (right, left) = (frame.pop(), frame.pop());
            frame.push(arithmetic::binary(opcode, &left, &right));
        }
        opcode::LCMP..=opcode::DCMPG => {
            let (right, left) = (frame.pop(), frame.pop());
            frame.push(arithmetic::compare(&left, &right));
        }
        opcode::ARRAYLENGTH => {
            let length = match frame.pop() {
                AbstractValue::Array(array) => AbstractValue::Int(array.elements.borrow().len() as i32),
                _ => AbstractValue::Unknown,
            };
            frame.push(length);
        }
        opcode::MONITORENTER | opcode::MONITOREXIT => drop(frame.pop()),
        opcode::RETURN => return Next::End(Flow::Returned(None)),
        opcode::IRETURN..=opcode::ARETURN => return Next::End(Flow::Returned(Some(frame.pop()))),
        _ => return Next::End(Flow::Lost),
    }
    Next::Following
}

fn with_constant<'a>(
    host: &mut dyn Host<'a>,
    class: &'a ClassFile,
    opcode: u8,
    index: u16,
    frame: &mut Frame,
) {
    let pool = &class.constant_pool;
    match opcode {
        opcode::LDC | opcode::LDC_W | opcode::LDC2_W => frame.push(pool.loadable(index).map_or(
            if opcode == opcode::LDC2_W { AbstractValue::UnknownWide } else { AbstractValue::Unknown },
            value_of,
        )),
        opcode::NEW => {
            frame.push(host.new_object());
        }
        opcode::ANEWARRAY => {
            let component = pool.class(index).map(|name| match FieldType::parse(name) {
                Ok(array @ FieldType::Array(_)) => array,
                _ => FieldType::Object(ClassName::new(name)),
            });
            new_array(component, frame);
        }
        // A cast that fails ends the test, which is no test then.
        opcode::CHECKCAST => {}
        opcode::INSTANCEOF => {
            frame.pop();
            frame.push(AbstractValue::Unknown);
        }
        opcode::INVOKEDYNAMIC => host.make_function(class, index, frame),
        _ => {
            let Some(member) = pool.member(index) else { return };
            match opcode {
                opcode::GETSTATIC | opcode::GETFIELD => host.read_field(opcode, &member, frame),
                opcode::PUTSTATIC | opcode::PUTFIELD => host.write_field(opcode, &member, frame),
                _ => host.invoke(opcode, &member, frame),
            }
        }
    }
}

fn new_array(component: Option<FieldType>, frame: &mut Frame) {
    let made = match (component, frame.pop()) {
        (Some(component), AbstractValue::Int(length @ 0..=MAX_LENGTH)) => {
            AbstractValue::Array(Rc::new(ArrayValue::new(component, length as usize)))
        }
        _ => AbstractValue::Unknown,
    };
    frame.push(made);
}

fn element(array: &AbstractValue, index: &AbstractValue) -> Option<AbstractValue> {
    let (AbstractValue::Array(array), AbstractValue::Int(index)) = (array, index) else { return None };
    array.elements.borrow().get(usize::try_from(*index).ok()?).cloned()
}

fn write_element(array: &AbstractValue, index: &AbstractValue, value: AbstractValue) {
    let AbstractValue::Array(array) = array else { return };
    let mut elements = array.elements.borrow_mut();
    match index {
        AbstractValue::Int(index) => {
            if let Some(element) = usize::try_from(*index).ok().and_then(|index| elements.get_mut(index)) {
                *element = value;
            }
        }
        // It may be any of them.
        _ => elements.fill(if value.is_wide() { AbstractValue::UnknownWide } else { AbstractValue::Unknown }),
    }
}

/// A value of a type that is not known.
pub(crate) fn unknown_of(descriptor: &str) -> AbstractValue {
    if matches!(descriptor, "J" | "D") { AbstractValue::UnknownWide } else { AbstractValue::Unknown }
}

fn jump(opcode: u8, target: u32, frame: &mut Frame) -> Next {
    let jumps = match opcode {
        opcode::GOTO | opcode::GOTO_W => Some(true),
        opcode::IFEQ..=opcode::IFLE => arithmetic::jumps(opcode, &frame.pop(), &AbstractValue::Int(0)),
        opcode::IF_ICMPEQ..=opcode::IF_ICMPLE => {
            let (right, left) = (frame.pop(), frame.pop());
            arithmetic::jumps(opcode, &left, &right)
        }
        opcode::IFNULL | opcode::IFNONNULL => {
            let is_null = match frame.pop() {
                AbstractValue::Null => Some(true),
                AbstractValue::Unknown => None,
                // What a call gives is mostly there.
                _ => Some(false),
            };
            is_null.map(|is_null| is_null == (opcode == opcode::IFNULL))
        }
        _ => None,
    };
    match jumps {
        Some(true) => Next::At(target),
        Some(false) => Next::Following,
        None => Next::End(Flow::Lost),
    }
}

fn local(opcode: u8, slot: u16, frame: &mut Frame) {
    if opcode::local_load(opcode).is_some() {
        frame.push(frame.local(slot));
    } else if opcode::local_store(opcode).is_some() {
        let value = frame.pop();
        frame.set_local(slot, value);
    }
}

fn constant_of(opcode: u8) -> AbstractValue {
    let from = |first: u8| i32::from(opcode) - i32::from(first);
    match opcode {
        opcode::ICONST_M1..=opcode::ICONST_5 => AbstractValue::Int(from(opcode::ICONST_0)),
        opcode::LCONST_0..=opcode::LCONST_1 => AbstractValue::Long(from(opcode::LCONST_0).into()),
        opcode::FCONST_0..=opcode::FCONST_2 => AbstractValue::Float(f32::from(opcode - opcode::FCONST_0)),
        _ => AbstractValue::Double(from(opcode::DCONST_0).into()),
    }
}

fn value_of(constant: Constant) -> AbstractValue {
    match constant {
        Constant::Int(value) => AbstractValue::Int(value),
        Constant::Long(value) => AbstractValue::Long(value),
        Constant::Float(value) => AbstractValue::Float(value),
        Constant::Double(value) => AbstractValue::Double(value),
        Constant::String(units) => text(&units),
        Constant::Class(name) => AbstractValue::Class(name.into()),
        Constant::Other => AbstractValue::Unknown,
    }
}

/// JVMS table 6.5.newarray-A.
fn primitive_of_array(code: u8) -> Option<FieldType> {
    Some(match code {
        4 => FieldType::Boolean,
        5 => FieldType::Char,
        6 => FieldType::Float,
        7 => FieldType::Double,
        8 => FieldType::Byte,
        9 => FieldType::Short,
        10 => FieldType::Int,
        11 => FieldType::Long,
        _ => return None,
    })
}
