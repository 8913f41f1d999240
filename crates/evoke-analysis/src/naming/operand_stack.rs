//! Runs the instructions of one block on an operand stack of printed expressions.
//!
//! Only what conditions are usually made of is modelled. Anything else empties the stack; what lies
//! below the known part is unknown, and so is everything computed from it.

use evoke_classfile::{
    ClassFile, ClassName, Code, FieldType, Instruction, MemberRef, MethodDescriptor, Operands, opcode,
};

use super::expression::{Expression, OperandType, Precedence, literal};
use super::source_names::{source_name, type_name};

/// The known top of the operand stack. An entry is one value, of one or two slots; `None` is an unknown one.
pub(crate) struct OperandStack<'a> {
    class: &'a ClassFile,
    code: &'a Code,
    is_static: bool,
    values: Vec<Option<Expression>>,
}

impl<'a> OperandStack<'a> {
    pub(crate) fn new(class: &'a ClassFile, code: &'a Code, is_static: bool) -> Self {
        Self { class, code, is_static, values: Vec::new() }
    }

    /// The top value, if known.
    pub(crate) fn pop(&mut self) -> Option<Expression> {
        self.values.pop().flatten()
    }

    fn push(&mut self, value: Expression) {
        self.values.push(Some(value));
    }

    /// Carries out one instruction.
    pub(crate) fn run(&mut self, instruction: &Instruction) {
        match instruction.opcode {
            opcode::NOP | opcode::IINC | opcode::I2L..=opcode::D2F | opcode::CHECKCAST => {
                self.convert(instruction.opcode);
            }
            opcode::I2B..=opcode::I2S => {}
            opcode::ACONST_NULL => self.push(Expression::atom("null")),
            opcode::ICONST_M1..=opcode::ICONST_5 => {
                self.push(Expression::integer(i32::from(instruction.opcode) - i32::from(opcode::ICONST_0)));
            }
            opcode::LCONST_0..=opcode::DCONST_1 => self.push(floating_constant(instruction.opcode)),
            opcode::DUP => self.values.extend(self.values.last().cloned()),
            opcode::DUP2 => self.duplicate_two(),
            opcode::POP | opcode::ISTORE..=opcode::ASTORE | opcode::ISTORE_0..=opcode::ASTORE_3 => {
                drop(self.pop());
            }
            opcode::IALOAD..=opcode::SALOAD => self.array_load(instruction.opcode),
            opcode::ARRAYLENGTH => {
                let length =
                    self.pop().map(|array| Expression::atom(format!("{}.length", atom_text(&array))));
                self.values.push(length);
            }
            opcode::LCMP..=opcode::DCMPG => self.compare(),
            opcode::IADD..=opcode::DREM | opcode::ISHL..=opcode::LXOR => self.binary(instruction.opcode),
            opcode::INEG..=opcode::DNEG => {
                let negated = self.pop().map(|value| Expression {
                    precedence: Precedence::Unary,
                    operand_type: value.operand_type,
                    ..Expression::atom(format!("-{}", value.within(Precedence::Unary)))
                });
                self.values.push(negated);
            }
            _ => self.run_with_operands(instruction),
        }
    }

    fn run_with_operands(&mut self, instruction: &Instruction) {
        match instruction.operands {
            Operands::Immediate(value) => self.push(Expression::integer(i32::from(value))),
            Operands::Local(slot) if instruction.opcode != opcode::RET => {
                let local = self.local(slot, instruction);
                self.values.push(local);
            }
            Operands::Constant(index) => self.run_with_constant(instruction.opcode, index),
            _ => self.values.clear(),
        }
    }

    fn run_with_constant(&mut self, opcode: u8, index: u16) {
        match opcode {
            opcode::LDC | opcode::LDC_W | opcode::LDC2_W => {
                let constant = self.class.constant_pool.loadable(index).and_then(|it| literal(&it));
                self.values.push(constant);
            }
            opcode::GETSTATIC | opcode::GETFIELD => self.field(opcode, index),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE => self.call(opcode, index),
            opcode::INSTANCEOF => {
                let text = self.pop().zip(self.type_at(index)).map(|(value, type_name)| {
                    let text = format!("{} instanceof {type_name}", value.within(Precedence::Comparison));
                    Expression {
                        precedence: Precedence::Comparison,
                        operand_type: OperandType::Boolean,
                        ..Expression::atom(text)
                    }
                });
                self.values.push(text);
            }
            opcode::NEW => {
                let created =
                    self.type_at(index).map(|type_name| Expression::atom(format!("new {type_name}")));
                self.values.push(created);
            }
            _ => self.values.clear(),
        }
    }

    fn local(&self, slot: u16, instruction: &Instruction) -> Option<Expression> {
        if slot == 0 && !self.is_static {
            return Some(Expression::atom("this"));
        }
        let offset = instruction.offset;
        let variable = self
            .code
            .local_variables
            .iter()
            .find(|variable| variable.slot == slot && (variable.start..variable.end).contains(&offset))?;
        Some(Expression::atom(variable.name.as_str()).of_type(operand_type_of(&variable.descriptor)))
    }

    fn field(&mut self, opcode: u8, index: u16) {
        let receiver = if opcode == opcode::GETFIELD { self.pop() } else { Some(Expression::atom("this")) };
        let field = self.class.constant_pool.member(index).and_then(|field| {
            let ty = FieldType::parse(field.descriptor).map_or(OperandType::Other, |it| operand_type_of(&it));
            let text = if opcode == opcode::GETSTATIC {
                self.qualify_static(&field)
            } else {
                member_of(&receiver?, field.name)
            };
            Some(Expression::atom(text).of_type(ty))
        });
        self.values.push(field);
    }

    fn call(&mut self, opcode: u8, index: u16) {
        let Some(callee) = self.class.constant_pool.member(index) else { return self.values.clear() };
        let Ok(descriptor) = MethodDescriptor::parse(callee.descriptor) else { return self.values.clear() };
        let mut arguments: Vec<Option<Expression>> =
            descriptor.parameters.iter().map(|_| self.pop()).collect();
        arguments.reverse();
        if callee.name == "<init>" {
            return self.constructor_call(&arguments, &descriptor);
        }
        let receiver = if opcode == opcode::INVOKESTATIC { Some(None) } else { self.pop().map(Some) };
        let Some(return_type) = &descriptor.return_type else { return };
        if is_boxing(&callee) {
            let value = arguments.pop().unwrap_or(receiver.flatten());
            return self.values.push(value.map(|value| value.of_type(operand_type_of(return_type))));
        }
        let shown = match receiver {
            Some(None) => Some(self.qualify_static(&callee)),
            Some(Some(receiver)) => Some(member_of(&receiver, callee.name)),
            None => None,
        };
        let text = call_text(shown.as_deref().unwrap_or(callee.name), callee.name, &arguments, &descriptor);
        self.push(Expression::atom(text).of_type(operand_type_of(return_type)));
    }

    /// The reference that `new` left twice: one copy is consumed, the other becomes the finished object.
    fn constructor_call(&mut self, arguments: &[Option<Expression>], descriptor: &MethodDescriptor) {
        let receiver = self.pop();
        let Some(created) = receiver.filter(|it| it.text.starts_with("new ")) else { return };
        if self.pop().is_some() {
            let text = call_text(&created.text, &created.text, arguments, descriptor);
            self.push(Expression::atom(text));
        }
    }

    /// `name` for a static member of the class itself, else `Owner.name`.
    fn qualify_static(&self, member: &MemberRef<'_>) -> String {
        if member.owner == self.class.name.as_str() {
            return member.name.to_owned();
        }
        format!("{}.{}", source_name(&ClassName::new(member.owner)), member.name)
    }

    fn array_load(&mut self, opcode: u8) {
        let (index, array) = (self.pop(), self.pop());
        let operand_type = match opcode {
            opcode::CALOAD => OperandType::Char,
            opcode::LALOAD | opcode::DALOAD => OperandType::Wide,
            _ => OperandType::Other,
        };
        let element = array.zip(index).and_then(|(array, index)| {
            let text = format!("{}[{}]", atom_text(&array), index.text);
            (text.len() <= Expression::MAX_LENGTH).then(|| Expression::atom(text).of_type(operand_type))
        });
        self.values.push(element);
    }

    fn compare(&mut self) {
        let (right, left) = (self.pop(), self.pop());
        let compared = left.zip(right).map(|(left, right)| Expression {
            compared: Some((Box::new(left), Box::new(right))),
            ..Expression::atom("comparison")
        });
        self.values.push(compared);
    }

    fn binary(&mut self, opcode: u8) {
        let (right, left) = (self.pop(), self.pop());
        let (operator, precedence) = operator(opcode);
        let value = left.zip(right).and_then(|(left, right)| {
            if opcode == opcode::IXOR
                && left.operand_type == OperandType::Boolean
                && right.constant == Some(1)
            {
                let text = left.negation();
                return Some(Expression { precedence: Precedence::Unary, text, ..left });
            }
            Expression::binary(&left, operator, &right, precedence)
        });
        self.values.push(value);
    }

    fn duplicate_two(&mut self) {
        let values = &mut self.values;
        match values.last() {
            Some(Some(top)) if top.operand_type == OperandType::Wide => values.extend(values.last().cloned()),
            Some(Some(_)) if values.len() >= 2 => values.extend_from_within(values.len() - 2..),
            _ => values.clear(),
        }
    }

    /// Conversions are left out of the text; they only change how many slots the value takes.
    fn convert(&mut self, opcode: u8) {
        let operand_type = match opcode {
            opcode::I2L | opcode::I2D | opcode::L2D | opcode::F2L | opcode::F2D | opcode::D2L => {
                OperandType::Wide
            }
            opcode::I2F | opcode::L2I | opcode::L2F | opcode::F2I | opcode::D2I | opcode::D2F => {
                OperandType::Other
            }
            _ => return,
        };
        let converted = self.pop().map(|value| Expression { constant: None, ..value.of_type(operand_type) });
        self.values.push(converted);
    }

    fn type_at(&self, index: u16) -> Option<String> {
        let text = self.class.constant_pool.class(index)?;
        let parsed = if text.starts_with('[') {
            FieldType::parse(text).ok()?
        } else {
            FieldType::Object(ClassName::new(text))
        };
        Some(type_name(&parsed))
    }
}

fn operand_type_of(field_type: &FieldType) -> OperandType {
    match field_type {
        FieldType::Boolean => OperandType::Boolean,
        FieldType::Char => OperandType::Char,
        FieldType::Long | FieldType::Double => OperandType::Wide,
        _ => OperandType::Other,
    }
}

fn atom_text(value: &Expression) -> String {
    value.within(Precedence::Atom)
}

/// `name` on `this`, else `receiver.name`; a receiver too long to read is left out.
fn member_of(receiver: &Expression, name: &str) -> String {
    let qualified = format!("{}.{name}", atom_text(receiver));
    if receiver.text == "this" || qualified.len() > Expression::MAX_LENGTH {
        name.to_owned()
    } else {
        qualified
    }
}

/// `callee(arguments)`, shortened to `name(...)` where an argument is unknown or the text too long.
fn call_text(
    callee: &str,
    name: &str,
    arguments: &[Option<Expression>],
    descriptor: &MethodDescriptor,
) -> String {
    let known: Option<Vec<String>> = arguments
        .iter()
        .zip(&descriptor.parameters)
        .map(|(argument, parameter)| {
            let argument = argument.as_ref()?;
            let like = Expression::atom("").of_type(operand_type_of(parameter));
            Some(argument.constant.map_or_else(|| argument.text.clone(), |value| like.literal_like_it(value)))
        })
        .collect();
    match known.map(|known| format!("{callee}({})", known.join(", "))) {
        Some(text) if text.len() <= Expression::MAX_LENGTH => text,
        _ if callee.len() + 5 <= Expression::MAX_LENGTH => format!("{callee}(...)"),
        _ => format!("{name}(...)"),
    }
}

/// Whether the source would not show the call: `Integer.valueOf(x)` and `x.intValue()`.
fn is_boxing(callee: &MemberRef<'_>) -> bool {
    let boxes = [
        ("java/lang/Boolean", "booleanValue", "(Z)"),
        ("java/lang/Byte", "byteValue", "(B)"),
        ("java/lang/Character", "charValue", "(C)"),
        ("java/lang/Short", "shortValue", "(S)"),
        ("java/lang/Integer", "intValue", "(I)"),
        ("java/lang/Long", "longValue", "(J)"),
        ("java/lang/Float", "floatValue", "(F)"),
        ("java/lang/Double", "doubleValue", "(D)"),
    ];
    boxes.iter().any(|(class, unboxing, boxed_type)| {
        callee.owner == *class
            && (callee.name == *unboxing
                || callee.name == "valueOf" && callee.descriptor.starts_with(boxed_type))
    })
}

fn floating_constant(opcode: u8) -> Expression {
    match opcode {
        opcode::LCONST_0 => Expression::atom("0").of_type(OperandType::Wide),
        opcode::LCONST_1 => Expression::atom("1").of_type(OperandType::Wide),
        opcode::FCONST_0 => Expression::atom("0.0f"),
        opcode::FCONST_1 => Expression::atom("1.0f"),
        opcode::FCONST_2 => Expression::atom("2.0f"),
        opcode::DCONST_0 => Expression::atom("0.0").of_type(OperandType::Wide),
        _ => Expression::atom("1.0").of_type(OperandType::Wide),
    }
}

fn operator(opcode: u8) -> (&'static str, Precedence) {
    match opcode {
        opcode::IADD..=opcode::DADD => ("+", Precedence::Additive),
        opcode::ISUB..=opcode::DSUB => ("-", Precedence::Additive),
        opcode::IMUL..=opcode::DMUL => ("*", Precedence::Multiplicative),
        opcode::IDIV..=opcode::DDIV => ("/", Precedence::Multiplicative),
        opcode::IREM..=opcode::DREM => ("%", Precedence::Multiplicative),
        opcode::ISHL | opcode::LSHL => ("<<", Precedence::Shift),
        opcode::ISHR | opcode::LSHR => (">>", Precedence::Shift),
        opcode::IUSHR | opcode::LUSHR => (">>>", Precedence::Shift),
        opcode::IAND | opcode::LAND => ("&", Precedence::Bitwise),
        opcode::IOR | opcode::LOR => ("|", Precedence::Bitwise),
        _ => ("^", Precedence::Bitwise),
    }
}
