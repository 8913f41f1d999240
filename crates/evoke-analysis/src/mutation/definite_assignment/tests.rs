//! What is known of local variables in small method bodies.

use evoke_classfile::{ExceptionHandler, MethodDescriptor};

use super::*;

/// A static method with these parameters, and instructions that are one byte long each.
fn before_last(
    descriptor: &str,
    instructions: &[(u8, Operands)],
    handlers: Vec<ExceptionHandler>,
) -> Vec<LocalType> {
    before_last_with_frames(descriptor, instructions, handlers, &[])
}

fn before_last_with_frames(
    descriptor: &str,
    instructions: &[(u8, Operands)],
    handlers: Vec<ExceptionHandler>,
    stack_map_table: &[u8],
) -> Vec<LocalType> {
    let instructions: Vec<Instruction> = (0..)
        .zip(instructions.iter().cloned())
        .map(|(offset, (opcode, operands))| Instruction { offset, opcode, operands })
        .collect();
    let code = Code {
        max_stack: 2,
        max_locals: 4,
        length: instructions.len() as u32,
        instructions,
        exception_table: handlers,
        line_numbers: vec![],
        local_variables: vec![],
        stack_map_table: stack_map_table.to_vec(),
    };
    let method = Method {
        access_flags: access::STATIC,
        name: "f".to_owned(),
        descriptor: MethodDescriptor::parse(descriptor).unwrap(),
        signature: None,
        exceptions: vec![],
        parameter_names: vec![],
        deprecated: false,
        has_default: false,
        default_value: None,
        annotations: Vec::new(),
        code: None,
    };
    let cfg = ControlFlowGraph::of(&code);
    let assignment = DefiniteAssignment::of(&method, &code, &cfg);
    assignment.before(code.instructions.len() - 1, &code, &cfg).unwrap()
}

fn store(opcode: u8, slot: u16) -> (u8, Operands) {
    (opcode, Operands::Local(slot))
}

const RETURN: (u8, Operands) = (opcode::RETURN, Operands::None);

#[test]
fn parameters_are_assigned_and_wide_ones_take_two_slots() {
    let state = before_last("(JLjava/lang/String;)V", &[RETURN], vec![]);
    assert_eq!(state, [LocalType::Long, LocalType::Unknown, LocalType::Reference, LocalType::Unknown]);
}

#[test]
fn variable_assigned_on_one_way_alone_is_unknown() {
    let body = [(opcode::IFEQ, Operands::Jump(2)), store(opcode::ISTORE, 1), RETURN];
    assert_eq!(before_last("(I)V", &body, vec![])[..2], [LocalType::Int, LocalType::Unknown]);
}

#[test]
fn variable_assigned_on_all_ways_is_known_if_its_kind_is_the_same() {
    for (second, expected) in [(opcode::ISTORE, LocalType::Int), (opcode::FSTORE, LocalType::Unknown)] {
        let body = [
            (opcode::IFEQ, Operands::Jump(3)),
            store(opcode::ISTORE, 1),
            (opcode::GOTO, Operands::Jump(4)),
            store(second, 1),
            RETURN,
        ];
        assert_eq!(before_last("(I)V", &body, vec![])[1], expected);
    }
}

#[test]
fn loop_forgets_what_its_body_stores_as_something_else() {
    let body = [
        store(opcode::ISTORE, 1),
        (opcode::IFEQ, Operands::Jump(4)),
        store(opcode::ASTORE, 1),
        (opcode::GOTO, Operands::Jump(1)),
        RETURN,
    ];
    assert_eq!(before_last("(I)V", &body, vec![])[1], LocalType::Unknown);
}

#[test]
fn handler_knows_only_what_was_assigned_before_what_it_guards() {
    let handler = ExceptionHandler { start: 1, end: 2, handler: 3, catch_type: None };
    let body = [store(opcode::ISTORE, 1), store(opcode::ISTORE, 2), RETURN, RETURN];
    assert_eq!(before_last("()V", &body, vec![handler])[1..3], [LocalType::Int, LocalType::Unknown]);
}

#[test]
fn store_into_half_of_a_wide_value_ends_it() {
    let body = [store(opcode::DSTORE, 0), store(opcode::ISTORE, 1), RETURN];
    assert_eq!(before_last("()V", &body, vec![])[..2], [LocalType::Unknown, LocalType::Int]);
}

#[test]
fn variable_that_a_frame_leaves_out_is_not_known_behind_it() {
    // A full frame at the target of the jump: the second of two variables alone.
    let table = [0, 1, 255, 0, 1, 0, 2, 0, 1, 0, 0];
    let body =
        [(opcode::GOTO, Operands::Jump(1)), (opcode::NOP, Operands::None), (opcode::RETURN, Operands::None)];
    let [first, second, ..] = before_last_with_frames("(II)V", &body, vec![], &table)[..] else {
        panic!("two variables")
    };
    assert_eq!((first, second), (LocalType::Unknown, LocalType::Int));
    let [first, ..] = before_last("(II)V", &body, vec![])[..] else { panic!("two variables") };
    assert_eq!(first, LocalType::Int);
}
