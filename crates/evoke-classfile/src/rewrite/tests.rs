//! Facts about rewriting hand-made methods.

use super::*;
use crate::assembled_class::AssembledClass;
use crate::class_file::{ClassFile, Code};
use crate::{Operands, opcode as op};

/// Applies one prepared edit to every method.
struct Apply(MethodEdit);

impl MethodEditor for Apply {
    fn edit(
        &mut self,
        _: &mut PoolBuilder<'_>,
        _: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        Ok(Some(self.0.clone()))
    }
}

fn nops(count: usize) -> Assembler {
    let mut piece = Assembler::new();
    for _ in 0..count {
        piece.plain(op::NOP, 0, 0);
    }
    piece
}

fn before(index: usize, count: usize) -> MethodEdit {
    let mut edit = MethodEdit::new();
    edit.insert_before(index, &nops(count));
    edit
}

fn rewritten(class: &AssembledClass, edit: MethodEdit) -> Rewritten {
    rewrite(&class.bytes(), &mut Apply(edit)).unwrap()
}

fn code_after(class: &AssembledClass, edit: MethodEdit) -> Code {
    let rewritten = rewritten(class, edit);
    assert_eq!(rewritten.methods_left_untouched, []);
    ClassFile::parse(&rewritten.bytes).unwrap().methods.remove(0).code.unwrap()
}

/// A loop: 0 `iinc`, 3 `iload_0`, 4 `ifgt 0`, 7 `iload_0`, 8 `ireturn`.
fn a_loop(major: u16) -> AssembledClass {
    AssembledClass::new(
        major,
        &[op::IINC, 0, 0xff, op::ILOAD_0, op::IFGT, 0xff, 0xfc, op::ILOAD_0, op::IRETURN],
    )
}

#[test]
fn empty_edit_gives_the_same_bytes() {
    let class = a_loop(52)
        .handler(0, 9, 8)
        .attribute("LineNumberTable", &[1, 7, 3])
        .attribute("Unheard", &[1, 2, 3])
        .raw_attribute("StackMapTable", &[0, 1, 0]);
    assert_eq!(rewritten(&class, MethodEdit::new()).bytes, class.bytes());
}

/// Adds a field and a method, and edits nothing.
struct Mark;

impl MethodEditor for Mark {
    fn edit(
        &mut self,
        _: &mut PoolBuilder<'_>,
        _: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        Ok(None)
    }

    fn added_field(&self, major_version: u16) -> Option<AddedField> {
        (major_version < 99).then_some(AddedField { name: "mark", descriptor: "[Z" })
    }

    fn added_method(&self) -> Option<AddedMethod> {
        Some(AddedMethod::of_nothing("init"))
    }
}

#[test]
fn added_members_come_after_those_of_the_class_which_stay_as_they_were() {
    let mut class = crate::NewClass::new("p/C", "java/lang/Object", &[]);
    class.declare_field(access::PUBLIC, "own", "I", crate::MemberAttributes::default());
    class.method("run", "()V", |code, _| {
        code.plain(op::RETURN, 0, 0);
        Ok(())
    });
    let bytes = class.bytes().unwrap();
    let before = ClassFile::parse(&bytes).unwrap();
    let after = ClassFile::parse(&rewrite(&bytes, &mut Mark).unwrap().bytes).unwrap();
    let fields: Vec<&str> = after.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(fields, ["own", "mark"]);
    let flags = access::PRIVATE | access::STATIC | access::TRANSIENT | access::SYNTHETIC;
    assert_eq!(after.fields[1].access_flags, flags);
    let n_own = before.methods.len();
    let shown = |of: &ClassFile| format!("{:?} {:?}", of.fields[0], &of.methods[..n_own]);
    assert_eq!(shown(&after), shown(&before));
    let added: Vec<String> =
        after.methods[n_own..].iter().map(|it| format!("{}{}", it.name, it.descriptor)).collect();
    assert_eq!(added, ["init()V"]);

    let mut interface = crate::NewClass::new("p/I", "java/lang/Object", &[]);
    interface.declare(access::PUBLIC | access::INTERFACE | access::ABSTRACT);
    let bytes = interface.bytes().unwrap();
    assert_eq!(rewrite(&bytes, &mut Mark).unwrap().bytes, bytes);
}

#[test]
fn jump_runs_what_was_inserted_before_its_target_but_not_the_prologue() {
    let mut edit = before(0, 2);
    edit.prologue(&nops(5));
    let code = code_after(&a_loop(49), edit);
    let jump = code.instructions.iter().find(|one| one.opcode == op::IFGT).unwrap();
    assert_eq!(jump.operands, Operands::Jump(5));
    assert_eq!(code.length, 9 + 2 + 5);
}

#[test]
fn code_after_a_conditional_jump_is_run_only_if_it_falls_through() {
    let mut edit = MethodEdit::new();
    edit.insert_after(2, &nops(1));
    let code = code_after(&a_loop(49), edit);
    let opcodes: Vec<u8> = code.instructions.iter().map(|one| one.opcode).collect();
    assert_eq!(opcodes, [op::IINC, op::ILOAD_0, op::IFGT, op::NOP, op::ILOAD_0, op::IRETURN]);
    assert_eq!(code.instructions[2].operands, Operands::Jump(0));
}

#[test]
fn ranges_and_lines_move_to_labels() {
    let class = a_loop(49).handler(3, 9, 7).attribute("LineNumberTable", &[2, 3, 1, 7, 2]);
    let code = code_after(&class, before(1, 10));
    let handler = &code.exception_table[0];
    assert_eq!((handler.start, handler.end, handler.handler), (3, 19, 17));
    let lines: Vec<(u32, u16)> = code.line_numbers.iter().map(|row| (row.offset, row.line)).collect();
    assert_eq!(lines, [(3, 1), (17, 2)]);
}

#[test]
fn attribute_of_unknown_meaning_is_dropped_once_code_moves() {
    let class = a_loop(49).attribute("Unheard", &[1]).attribute("LineNumberTable", &[1, 0, 1]);
    let bytes = rewritten(&class, before(0, 1)).bytes;
    let code = ClassFile::parse(&bytes).unwrap().methods.remove(0).code.unwrap();
    assert_eq!(code.line_numbers.len(), 1);
    // One row of lines: the attribute takes 12 bytes. The other one took 8; a byte was inserted.
    assert_eq!(bytes.len(), class.bytes().len() - 8 + 1);
}

#[test]
fn debug_table_that_does_not_fit_its_code_is_dropped() {
    let class = a_loop(49).attribute("LocalVariableTable", &[1, 0, 500, 3, 4, 0]);
    assert_eq!(rewritten(&class, before(0, 1)).bytes.len(), class.bytes().len() - 18 + 1);
}

#[test]
fn far_conditional_jump_goes_through_an_island() {
    let code = code_after(&a_loop(49), before(1, 33_000));
    let jump = code.instructions.iter().find(|one| one.opcode == op::IFGT).unwrap();
    let Operands::Jump(target) = jump.operands else { panic!("{jump:?}") };
    let island = code.instructions.iter().find(|one| one.offset == target).unwrap();
    assert_eq!((island.opcode, &island.operands), (op::GOTO_W, &Operands::Jump(0)));
    assert_eq!(code.instructions.last(), Some(island), "the only place is behind the return");
}

#[test]
fn island_is_covered_by_no_handler() {
    // 0 iload_0, 1 ifeq 7, 4 iconst_0, 5 ireturn, 6 nop, 7 iload_0, 8 ireturn.
    let code = [op::ILOAD_0, op::IFEQ, 0, 6, op::ICONST_0, op::IRETURN, op::NOP, op::ILOAD_0, op::IRETURN];
    let class = AssembledClass::new(49, &code).handler(4, 8, 8);
    let code = code_after(&class, before(4, 40_000));
    let island = code.instructions.iter().find(|one| one.opcode == op::GOTO_W).unwrap().offset;
    let ranges: Vec<(u32, u32)> = code.exception_table.iter().map(|row| (row.start, row.end)).collect();
    assert_eq!(ranges, [(4, island), (island + 5, 8 + 40_000 + 5)]);
}

#[test]
fn frame_of_an_island_is_that_of_its_target() {
    let frames = [0, 1, 252, 0, 0, 1];
    let class = a_loop(52).raw_attribute("StackMapTable", &frames);
    let bytes = rewritten(&class, before(1, 33_000)).bytes;
    // The target keeps its append frame; the island's is full: locals int and int, no stack.
    let island = 33_009_u16;
    let expected =
        [&[0, 2, 252, 0, 0, 1, 255][..], &(island - 1).to_be_bytes(), &[0, 2, 1, 1, 0, 0]].concat();
    assert!(bytes.windows(expected.len()).any(|window| window == expected));
}

#[test]
fn extra_local_is_in_every_frame() {
    let class = a_loop(52).raw_attribute("StackMapTable", &[0, 2, 0, 6]);
    let mut edit = MethodEdit::new();
    edit.add_int_local();
    edit.prologue(Assembler::new().push_null().pop());
    let rewritten = rewritten(&class, edit);
    // Locals: int, Top as padding up to slot 2, int. The second frame has the same locals.
    let expected = [0, 2, 255, 0, 2, 0, 3, 1, 0, 1, 0, 0, 6];
    assert!(rewritten.bytes.windows(expected.len()).any(|window| window == expected));
    let code = ClassFile::parse(&rewritten.bytes).unwrap().methods.remove(0).code.unwrap();
    assert_eq!(code.max_locals, 3);
}

#[test]
fn subroutine_call_is_widened_and_returns_to_its_next_instruction() {
    // 0 jsr 5, 3 iload_0, 4 ireturn, 5 astore_1, 6 ret 1.
    let code = [op::JSR, 0, 5, op::ILOAD_0, op::IRETURN, op::ASTORE_1, op::RET, 1];
    let code = code_after(&AssembledClass::new(49, &code), before(2, 40_000));
    assert_eq!(code.instructions[0].opcode, op::JSR_W);
    assert_eq!(code.instructions[0].operands, Operands::Jump(5 + 2 + 40_000));
}

#[test]
fn jump_without_an_island_in_reach_leaves_the_method_untouched() {
    // Everything between the jump and the only return is pad.
    let mut code = vec![op::ILOAD_0, op::IFEQ, 0x7f, 0xff];
    code.resize(0x7fff + 1, op::NOP);
    code.extend([op::ILOAD_0, op::IRETURN]);
    let class = AssembledClass::new(49, &code);
    let rewritten = rewritten(&class, before(2, 10));
    assert_eq!(rewritten.bytes, class.bytes());
    let reason = UntouchedReason::NoIslandInReach;
    let method = "run(I)I".to_owned();
    assert_eq!(rewritten.methods_left_untouched, [UntouchedMethod { method, reason }]);
}

#[test]
fn method_that_would_be_too_large_is_left_untouched() {
    let rewritten = rewritten(&a_loop(52), before(0, 65_530));
    assert_eq!(rewritten.bytes, a_loop(52).bytes());
    assert_eq!(rewritten.methods_left_untouched[0].reason, UntouchedReason::TooLarge);
}

#[test]
fn stack_grows_by_the_deepest_piece() {
    let class = a_loop(49);
    let mut edit = MethodEdit::new();
    edit.insert_before(1, Assembler::new().push_null().dup2().pop2().pop());
    edit.insert_before(2, Assembler::new().dup().pop());
    assert_eq!(code_after(&class, edit).max_stack, 2 + 3);
}

#[test]
fn impossible_edits_are_errors() {
    let class = a_loop(49).bytes();
    let mut behind_return = MethodEdit::new();
    behind_return.insert_after(4, &nops(1));
    for edit in [before(5, 1), before(usize::MAX, 1), behind_return] {
        assert!(matches!(rewrite(&class, &mut Apply(edit)), Err(RewriteError::InvalidEdit { .. })));
    }
}

#[test]
fn new_that_a_frame_mentions_cannot_be_replaced() {
    // 0 new, 3 iload_0, 4 ifeq 7, 7 pop, 8 iload_0, 9 ireturn.
    let code = [op::NEW, 0, 7, op::ILOAD_0, op::IFEQ, 0, 3, op::POP, op::ILOAD_0, op::IRETURN];
    let frames = [0, 1, 64 + 7, 8, 0, 0];
    let class = AssembledClass::new(52, &code).raw_attribute("StackMapTable", &frames);
    let moved = rewritten(&class, before(0, 9)).bytes;
    let expected = [0, 1, 64 + 16, 8, 0, 9];
    assert!(
        moved.windows(6).any(|window| window == expected),
        "the type names the instruction, not its label"
    );
    let mut edit = MethodEdit::new();
    edit.replace(0, Assembler::new().push_null());
    assert!(matches!(rewrite(&class.bytes(), &mut Apply(edit)), Err(RewriteError::InvalidEdit { .. })));
}

#[test]
fn same_constant_is_added_once() {
    let class = a_loop(52).bytes();
    let parsed = ClassFile::parse(&class).unwrap();
    let mut pool = PoolBuilder::new(&parsed.constant_pool, 0);
    let first = pool.add_method_ref("a/B", "run", "(JI)D").unwrap();
    let count = pool.count();
    assert_eq!(pool.add_method_ref("a/B", "run", "(JI)D").unwrap(), first);
    assert_eq!((first.argument_slots, first.return_slots), (3, 2));
    assert_eq!(pool.count(), count);
    assert_ne!(pool.add_interface_method_ref("a/B", "run", "(JI)D").unwrap().index, first.index);
}

#[test]
fn constant_pool_overflow_is_an_error() {
    let parsed = ClassFile::parse(&a_loop(52).bytes()).unwrap();
    let mut pool = PoolBuilder::new(&parsed.constant_pool, 0);
    let overflow = (0..70_000).find_map(|value| pool.add_int(value).err());
    assert_eq!(overflow, Some(RewriteError::ConstantPoolFull));
    assert_eq!(pool.count(), u16::MAX);
    let text = "x".repeat(65_536);
    assert_eq!(pool.add_utf8(&text), Err(RewriteError::TextTooLong { length: 65_536 }));
}

#[test]
fn int_is_pushed_in_the_shortest_way() {
    let parsed = ClassFile::parse(&a_loop(52).bytes()).unwrap();
    let mut pool = PoolBuilder::new(&parsed.constant_pool, 0);
    let mut pushed = |value| Assembler::new().push_int(&mut pool, value).unwrap().code().to_vec();
    assert_eq!(pushed(-1), [op::ICONST_M1]);
    assert_eq!(pushed(5), [op::ICONST_5]);
    assert_eq!(pushed(6), [op::BIPUSH, 6]);
    assert_eq!(pushed(-128), [op::BIPUSH, 0x80]);
    assert_eq!(pushed(128), [op::SIPUSH, 0, 128]);
    assert_eq!(pushed(-32_768), [op::SIPUSH, 0x80, 0]);
    assert_eq!(pushed(32_768)[0], op::LDC);
    let opcodes: Vec<u8> = (0..300).map(|value| pushed(100_000 + value)[0]).collect();
    assert_eq!((opcodes[0], opcodes[299]), (op::LDC, op::LDC_W));
}

#[test]
fn local_is_accessed_in_the_shortest_form() {
    let code = |slot| Assembler::new().load(op::ALOAD, slot).store(op::DSTORE, slot).code().to_vec();
    assert_eq!(code(3), [op::ALOAD_3, op::DSTORE_3]);
    assert_eq!(code(4), [op::ALOAD, 4, op::DSTORE, 4]);
    assert_eq!(code(256), [op::WIDE, op::ALOAD, 1, 0, op::WIDE, op::DSTORE, 1, 0]);
}
