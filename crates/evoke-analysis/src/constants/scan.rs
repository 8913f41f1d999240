//! Finds constants in the code and the fields of one class file after the other, and tells by the neighbouring
//! instructions what they are for. It looks at instructions in file order and follows no jump: `javac` puts a constant next
//! to what uses it.

use std::collections::{BTreeMap, BTreeSet};

use evoke_classfile::{
    ClassFile, ClassName, Code, Constant, FieldType, Instruction, MemberRef, Method, Operands, access, opcode,
};

use super::class_constants::{ClassConstants, occurring};

/// Longer strings are texts, not values.
const MAX_STRING_LENGTH: usize = 200;

/// Methods of the JDK that compile a string to a regular expression, with the fewest and most instructions between the
/// string and the call.
const PATTERN_METHODS: [(&str, &str, usize, usize); 6] = [
    ("java/util/regex/Pattern", "compile", 0, 1),
    ("java/util/regex/Pattern", "matches", 1, 2),
    ("java/lang/String", "matches", 0, 0),
    ("java/lang/String", "split", 0, 1),
    ("java/lang/String", "replaceAll", 1, 2),
    ("java/lang/String", "replaceFirst", 1, 2),
];

/// What leaves whole bytes of a number, or all of it.
const WHOLE_BYTES: [i64; 6] = [0, 0xff, 0xffff, 0xff_ffff, 0xffff_ffff, -1];

/// Constants found so far, with their counts.
#[derive(Default)]
pub(super) struct Scan {
    integers: BTreeMap<i64, u32>,
    masks: BTreeMap<i64, u32>,
    /// By bits, since floating numbers have no total order of their own.
    floats: BTreeMap<u64, u32>,
    chars: BTreeMap<u16, u32>,
    strings: BTreeMap<Vec<u16>, u32>,
    patterns: BTreeMap<Vec<u16>, u32>,
    class_names: BTreeMap<String, u32>,
}

/// The code of one method, and which of its local variables hold a `char`.
struct MethodCode<'a> {
    class: &'a ClassFile,
    code: &'a Code,
    char_slots: BTreeSet<u16>,
}

/// Adds the superclass, the interfaces and the owners of all members that the code of a class names.
pub(super) fn add_used_classes(class: &ClassFile, used: &mut BTreeSet<ClassName>) {
    used.extend(class.super_class.iter().chain(&class.interfaces).cloned());
    for code in class.methods.iter().filter_map(|method| method.code.as_ref()) {
        for instruction in &code.instructions {
            let Some(member) = member(class, instruction) else { continue };
            if !member.owner.starts_with('[') {
                used.insert(ClassName::new(member.owner));
            }
        }
    }
}

impl Scan {
    /// Adds the constants of a class file.
    pub(super) fn add_class(&mut self, class: &ClassFile) {
        for field in &class.fields {
            if let Some(constant) = &field.constant_value {
                self.add(constant.clone(), field.descriptor == FieldType::Char);
            }
        }
        for method in &class.methods {
            if let Some(code) = &method.code {
                self.add_code(&MethodCode { class, code, char_slots: char_slots(class, method, code) });
            }
        }
    }

    fn add_code(&mut self, method: &MethodCode<'_>) {
        for (index, instruction) in method.code.instructions.iter().enumerate() {
            if let Operands::Switch { cases, .. } = &instruction.operands {
                self.add_keys(method, index, cases);
            } else if let Some(constant) = pushed(method.class, instruction) {
                match constant {
                    Constant::String(units) if method.is_pattern(index) => count(&mut self.patterns, units),
                    Constant::String(_) if method.is_exception_message(index) => {}
                    Constant::Int(_) | Constant::Long(_) if method.is_mask(index) => self.add_mask(&constant),
                    constant => self.add(constant, method.is_char(index)),
                }
            }
        }
    }

    fn add_keys(&mut self, method: &MethodCode<'_>, index: usize, cases: &[(i32, u32)]) {
        let before = index.checked_sub(1).map(|before| &method.code.instructions[before]);
        let subject = before.and_then(|before| member(method.class, before));
        // The keys of a switch over strings are their hash codes; the strings themselves are loaded elsewhere.
        if subject.is_some_and(|subject| subject.owner == "java/lang/String" && subject.name == "hashCode") {
            return;
        }
        let is_char = before.is_some_and(|before| method.gives_char(before));
        for (key, _) in cases {
            self.add(Constant::Int(*key), is_char);
        }
    }

    fn add_mask(&mut self, constant: &Constant) {
        let mask = match constant {
            Constant::Int(mask) => i64::from(*mask),
            Constant::Long(mask) => *mask,
            _ => return,
        };
        count(&mut self.integers, mask);
        if !WHOLE_BYTES.contains(&mask) {
            count(&mut self.masks, mask);
        }
    }

    fn add(&mut self, constant: Constant, is_char: bool) {
        match constant {
            Constant::Int(value) => {
                if let Some(unit) = u16::try_from(value).ok().filter(|_| is_char) {
                    count(&mut self.chars, unit);
                } else {
                    count(&mut self.integers, i64::from(value));
                }
            }
            Constant::Long(value) => count(&mut self.integers, value),
            Constant::Float(value) => count(&mut self.floats, f64::from(value).to_bits()),
            Constant::Double(value) => count(&mut self.floats, value.to_bits()),
            Constant::String(units) if units.len() <= MAX_STRING_LENGTH => {
                if looks_like_pattern(&units) {
                    count(&mut self.patterns, units.clone());
                }
                count(&mut self.strings, units);
            }
            Constant::Class(name) => count(&mut self.class_names, name.replace('/', ".")),
            Constant::String(_) | Constant::Other => {}
        }
    }

    /// What was found.
    pub(super) fn into_constants(self) -> ClassConstants {
        let mut floats = occurring(self.floats, f64::from_bits);
        floats.sort_by(|one, other| one.value.total_cmp(&other.value));
        ClassConstants {
            integers: occurring(self.integers, |value| value),
            masks: occurring(self.masks, |value| value),
            floats,
            chars: occurring(self.chars, |unit| unit),
            strings: occurring(self.strings, |units| units),
            patterns: occurring(self.patterns, |units| units),
            class_names: occurring(self.class_names, |name| name),
        }
    }
}

impl MethodCode<'_> {
    /// Whether the instruction puts a `char` on the stack.
    fn gives_char(&self, instruction: &Instruction) -> bool {
        match instruction.operands {
            Operands::Local(slot) => {
                opcode::local_load(instruction.opcode) == Some(opcode::ILOAD)
                    && self.char_slots.contains(&slot)
            }
            _ => gives_char(self.class, instruction),
        }
    }

    /// Whether the integer pushed at `index` meets a `char`: it follows one, or is handed on or stored as one.
    fn is_char(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map(|before| &self.code.instructions[before]);
        if before.is_some_and(|before| self.gives_char(before)) {
            return true;
        }
        let Some(after) = self.code.instructions.get(index + 1) else { return false };
        after.opcode == opcode::CASTORE
            || member(self.class, after).is_some_and(|member| {
                member.descriptor.ends_with('C') && !member.descriptor.contains('(')
                    || member.descriptor.split_once(')').is_some_and(|(parameters, _)| {
                        parameters.ends_with('C') && !parameters.ends_with("[C")
                    })
            })
    }

    /// Whether the integer pushed at `index` is what the bits of another are taken by.
    fn is_mask(&self, index: usize) -> bool {
        let after = self.code.instructions.get(index + 1);
        after.is_some_and(|after| matches!(after.opcode, opcode::IAND | opcode::LAND))
    }

    /// Whether the string loaded at `index` is compiled to a regular expression.
    fn is_pattern(&self, index: usize) -> bool {
        (0..=2).any(|between| {
            let called = self.code.instructions.get(index + 1 + between);
            let Some(called) = called.and_then(|call| member(self.class, call)) else { return false };
            PATTERN_METHODS.iter().any(|(owner, name, fewest, most)| {
                called.owner == *owner && called.name == *name && (*fewest..=*most).contains(&between)
            })
        })
    }

    /// Whether the string loaded at `index` goes straight into an exception.
    fn is_exception_message(&self, index: usize) -> bool {
        let called = self.code.instructions.get(index + 1).and_then(|call| member(self.class, call));
        called.is_some_and(|called| {
            called.name == "<init>"
                && (called.owner.ends_with("Exception") || called.owner.ends_with("Error"))
        })
    }
}

/// Whether hardly anything but a regular expression is written so. It may be handed to what compiles it by many ways.
fn looks_like_pattern(units: &[u16]) -> bool {
    const MARKS: [&str; 15] =
        ["\\d", "\\w", "\\s", "\\S", "\\p{", "\\.", "[^", "(?", "]+", "]*", "]{", "){", ")+", ")*", ".*"];
    let text = String::from_utf16_lossy(units);
    MARKS.iter().any(|mark| text.contains(mark))
}

/// Parameters of type `char`, and local variables that are set to one right where it comes from.
fn char_slots(class: &ClassFile, method: &Method, code: &Code) -> BTreeSet<u16> {
    let mut slots = BTreeSet::new();
    let mut slot = u16::from(method.access_flags & access::STATIC == 0);
    for parameter in &method.descriptor.parameters {
        if *parameter == FieldType::Char {
            slots.insert(slot);
        }
        slot += parameter.slots();
    }
    for (index, instruction) in code.instructions.iter().enumerate() {
        let Operands::Local(slot) = instruction.operands else { continue };
        let mut before = code.instructions[..index].iter().rev().skip_while(|it| it.opcode == opcode::DUP);
        if opcode::local_store(instruction.opcode) == Some(opcode::ISTORE)
            && before.next().is_some_and(|before| gives_char(class, before))
        {
            slots.insert(slot);
        }
    }
    slots
}

fn gives_char(class: &ClassFile, instruction: &Instruction) -> bool {
    matches!(instruction.opcode, opcode::CALOAD | opcode::I2C)
        || !matches!(instruction.opcode, opcode::PUTFIELD | opcode::PUTSTATIC)
            && member(class, instruction)
                .is_some_and(|member| member.descriptor == "C" || member.descriptor.ends_with(")C"))
}

/// The field or method that an instruction names.
fn member<'a>(class: &'a ClassFile, instruction: &Instruction) -> Option<MemberRef<'a>> {
    match instruction.operands {
        Operands::Constant(index) => class.constant_pool.member(index),
        _ => None,
    }
}

/// The constant that an instruction pushes.
fn pushed(class: &ClassFile, instruction: &Instruction) -> Option<Constant> {
    let from = |first: u8| i32::from(instruction.opcode) - i32::from(first);
    Some(match (instruction.opcode, &instruction.operands) {
        (opcode::ICONST_M1..=opcode::ICONST_5, _) => Constant::Int(from(opcode::ICONST_0)),
        (opcode::LCONST_0..=opcode::LCONST_1, _) => Constant::Long(from(opcode::LCONST_0).into()),
        (opcode::FCONST_0..=opcode::FCONST_2, _) => Constant::Double(from(opcode::FCONST_0).into()),
        (opcode::DCONST_0..=opcode::DCONST_1, _) => Constant::Double(from(opcode::DCONST_0).into()),
        (_, Operands::Immediate(value)) => Constant::Int(i32::from(*value)),
        (opcode::LDC | opcode::LDC_W | opcode::LDC2_W, Operands::Constant(index)) => {
            class.constant_pool.loadable(*index)?
        }
        _ => return None,
    })
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}
