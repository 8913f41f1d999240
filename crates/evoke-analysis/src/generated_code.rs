//! Code that `javac` wrote and the source does not show: it is instrumented as any other, for the guidance it
//! gives, but makes no goals. What is looked for are the shapes `javac` emits; other compilers' are left in.

use std::collections::BTreeSet;

use evoke_classfile::{
    ClassFile, Code, FIRST_WITH_CLASS_LITERALS, Instruction, LineNumber, Method, Operands, access, opcode,
};

use crate::added_branches::added_conditions;
use crate::string_switch::StringSwitch;

/// The field that says whether the assertions of a class are off.
pub const ASSERTION_SWITCH: &str = "$assertionsDisabled";
/// How fields begin that hold what the literals of classes mean.
const CLASS_LITERAL: &str = "class$";

/// Whether the source shows the method, as something that is to be run: no synthetic or bridge method, no enum or record boilerplate, no
/// constructor that is there to keep others from making objects. Bodies of lambda expressions are synthetic and shown.
pub(crate) fn is_in_source(class: &ClassFile, method: &Method) -> bool {
    if class.access_flags & access::SYNTHETIC != 0 || method.access_flags & access::BRIDGE != 0 {
        return false;
    }
    if method.access_flags & access::SYNTHETIC != 0 {
        return method.name.starts_with("lambda$");
    }
    !is_enum_boilerplate(class, method)
        && !is_record_boilerplate(class, method)
        && !is_private_and_does_nothing(method)
}

/// `private Strings() {}`, which JaCoCo leaves out, too (`PrivateEmptyNoArgConstructorFilter`).
fn is_private_and_does_nothing(method: &Method) -> bool {
    let is_such = method.access_flags & access::PRIVATE != 0
        && method.name == "<init>"
        && method.descriptor.parameters.is_empty();
    let opcodes = method.code.iter().flat_map(|code| &code.instructions).map(|it| it.opcode);
    is_such && opcodes.eq([opcode::ALOAD_0, opcode::INVOKESPECIAL, opcode::RETURN])
}

/// Whether the class has an `assert`.
pub(crate) fn has_assertions(class: &ClassFile) -> bool {
    class.fields.iter().any(|field| field.name == ASSERTION_SWITCH)
}

/// Byte offsets of predicates that the source does not show: tests whether assertions are on, or (before Java 5)
/// whether a class literal was met already, and the hash codes and `equals` calls of a `switch` over strings (the switch over positions
/// that follows has the goals); and what [`added_conditions`] finds.
pub(crate) fn hidden_predicates(class: &ClassFile, code: &Code) -> BTreeSet<u32> {
    let mut hidden = added_conditions(class, code);
    for (index, instruction) in code.instructions.iter().enumerate() {
        let before = index.checked_sub(1).map(|previous| &code.instructions[previous]);
        if opcode::is_conditional_jump(instruction.opcode)
            && before.is_some_and(|it| asks_for_assertions(class, it) || reads_class_literal(class, it))
        {
            hidden.insert(instruction.offset);
        }
        if instruction.opcode == opcode::LOOKUPSWITCH {
            hidden.extend(
                StringSwitch::of(&class.constant_pool, &code.instructions, index)
                    .map(|it| it.predicates)
                    .unwrap_or_default(),
            );
        }
    }
    hidden
}

/// Lines whose only code is the set-up of assertions, in a class initialiser.
pub(crate) fn hidden_lines(class: &ClassFile, method: &Method, code: &Code) -> BTreeSet<u16> {
    let end = code.instructions.iter().position(|it| {
        it.opcode == opcode::PUTSTATIC && member_name(class, it).is_some_and(|name| name == ASSERTION_SWITCH)
    });
    let Some(end) = end.filter(|_| method.name == "<clinit>") else { return BTreeSet::new() };
    let end_offset = code.instructions[end].offset;
    let (setup, rest): (Vec<LineNumber>, Vec<LineNumber>) =
        code.line_numbers.iter().partition(|row| row.offset <= end_offset);
    let mut hidden: BTreeSet<u16> = setup.last().map(|row: &LineNumber| row.line).into_iter().collect();
    // Without an own row, what follows the set-up still belongs to its line; only a `return` may.
    let next = code.instructions.get(end + 1);
    let goes_on = next.is_some_and(|next| {
        next.opcode != opcode::RETURN && rest.first().is_none_or(|row| row.offset > next.offset)
    });
    if goes_on {
        hidden.clear();
    }
    for row in rest {
        hidden.remove(&row.line);
    }
    hidden
}

fn is_enum_boilerplate(class: &ClassFile, method: &Method) -> bool {
    let is_enum = class.access_flags & access::ENUM != 0;
    is_enum
        && method.access_flags & access::STATIC != 0
        && match method.name.as_str() {
            "values" => method.descriptor.parameters.is_empty(),
            "valueOf" => method.descriptor.to_string().starts_with("(Ljava/lang/String;)"),
            _ => false,
        }
}

/// Accessors that only return their field, and the methods made by `java.lang.runtime.ObjectMethods`.
fn is_record_boilerplate(class: &ClassFile, method: &Method) -> bool {
    let (Some(components), Some(code)) = (&class.record_components, &method.code) else { return false };
    let opcodes: Vec<u8> = code.instructions.iter().map(|instruction| instruction.opcode).collect();
    match method.name.as_str() {
        "equals" | "hashCode" | "toString" => opcodes.contains(&opcode::INVOKEDYNAMIC) && opcodes.len() <= 4,
        name => {
            let returns_a_field = matches!(opcodes[..], [opcode::ALOAD_0, opcode::GETFIELD, _]);
            returns_a_field && components.iter().any(|it| it == name) && first_line_is_of_class(class, code)
        }
    }
}

/// A generated accessor has the line of the record's header, as the generated `toString` has. A record that
/// writes all of its methods itself leaves nothing to compare with; then a plain accessor counts as
/// generated.
fn first_line_is_of_class(class: &ClassFile, code: &Code) -> bool {
    let header = class.methods.iter().filter(|method| method.name == "toString").find_map(|method| {
        let code = method.code.as_ref()?;
        let generated = code.instructions.iter().any(|it| it.opcode == opcode::INVOKEDYNAMIC);
        generated.then(|| code.line_numbers.first().map(|row| row.line)).flatten()
    });
    header.is_none_or(|header| code.line_numbers.first().is_some_and(|row| row.line == header))
}

fn asks_for_assertions(class: &ClassFile, instruction: &Instruction) -> bool {
    match (instruction.opcode, member_name(class, instruction)) {
        (opcode::GETSTATIC, Some(name)) => name == ASSERTION_SWITCH,
        (opcode::INVOKEVIRTUAL, Some(name)) => name == "desiredAssertionStatus",
        _ => false,
    }
}

/// Before Java 5 a class literal was looked up once and kept in a static field.
fn reads_class_literal(class: &ClassFile, instruction: &Instruction) -> bool {
    class.major_version < FIRST_WITH_CLASS_LITERALS
        && instruction.opcode == opcode::GETSTATIC
        && member_name(class, instruction).is_some_and(|name| name.starts_with(CLASS_LITERAL))
}

fn member_name<'a>(class: &'a ClassFile, instruction: &Instruction) -> Option<&'a str> {
    let Operands::Constant(index) = instruction.operands else { return None };
    Some(class.constant_pool.member(index)?.name)
}

#[cfg(test)]
mod tests {
    use evoke_classfile::NewClass;

    use super::*;

    /// What is hidden of a method with one condition, right after a static field of this name was read.
    fn n_hidden(field: &'static str, major_version: u8) -> usize {
        let mut class = NewClass::new("p/Old", "java/lang/Object", &[]);
        class.method("run", "()V", |code, _| {
            code.return_value(None);
            Ok(())
        });
        class.guarded(
            move |code, pool| {
                code.get_static(pool.add_field_ref("p/Old", field, "I")?);
                Ok(())
            },
            |_, _| Ok(()),
        );
        let mut bytes = class.bytes().unwrap();
        bytes[7] = major_version;
        let class = ClassFile::parse(&bytes).unwrap();
        hidden_predicates(&class, class.methods[0].code.as_ref().unwrap()).len()
    }

    #[test]
    fn question_whether_a_class_literal_was_met_is_hidden_in_classes_before_java_5() {
        assert_eq!(n_hidden("class$java$lang$String", 46), 1);
        assert_eq!(n_hidden("classes", 46), 0);
        assert_eq!(n_hidden("class$java$lang$String", 52), 0, "the user's own");
    }
}
