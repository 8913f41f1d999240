//! Probes that keep a test within its limits: a step before each jump back, a look at the length before an
//! array is made, and an error in place of ending the JVM, of reaching memory that is not there, of changing files that are none of a
//! test's, or of catching what says that this was refused. Class initialisers have limits of their own.
//!
//! Of an array of arrays only the last two dimensions are looked at; arrays made by reflection or in the JDK
//! are not seen, nor are exits through method handles.

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{ClassName, FIRST_WITH_CLASS_LITERALS, Instruction, Operands, opcode};
use evoke_runtime::Member;
use evoke_runtime::members::{file_changes, folder_listings, raw_memory, refusals, system_resources, tracer};

use crate::runtime_call::{bare_call, call};

const INITIALIZER: &str = "<clinit>";

/// What files and folders are called by.
const FILE: &str = "java/io/File";

/// Reads and writes memory that Java does not look after.
const UNSAFE: &str = "sun/misc/Unsafe";

/// Exceptions that anything is caught with.
const WIDE_EXCEPTIONS: [&str; 4] = [
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/ReflectiveOperationException",
];

/// Packages of the exceptions that the JDK throws where it may not have its way, and of those that it wraps them in: a method that is called
/// by reflection, or by an executor.
const EXCEPTIONS_OF_REFUSALS: [&str; 6] =
    ["java/io/", "java/net/", "java/nio/", "java/lang/reflect/", "java/security/", "java/util/concurrent/"];

/// Says that the initialiser of the class begins; for other methods nothing.
pub(crate) fn begin_initializer(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
) -> Result<(), RewriteError> {
    if method.name != INITIALIZER {
        return Ok(());
    }
    let mut piece = Assembler::new();
    if method.major_version < FIRST_WITH_CLASS_LITERALS {
        call(&mut piece, pool, tracer::BEGIN_INITIALIZER)?;
    } else {
        piece.load_constant(pool.add_class(method.class_name)?);
        call(&mut piece, pool, tracer::BEGIN_INITIALIZER_CLASS)?;
    }
    edit.prologue(&piece);
    Ok(())
}

/// Adds the limits that the instruction at `index` needs.
pub(crate) fn limit_instruction(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
) -> Result<(), RewriteError> {
    let instruction = &method.instructions[index];
    if begins_handler_of_refusals(method, instruction.offset) {
        let mut piece = Assembler::new();
        piece.dup();
        call(&mut piece, pool, refusals::CAUGHT)?;
        edit.insert_before(index, &piece);
    }
    match &instruction.operands {
        Operands::Jump(_) | Operands::Switch { .. } if may_jump_back(instruction) => {
            edit.insert_before(index, &bare_call(pool, tracer::STEP)?);
        }
        _ if instruction.opcode == opcode::RETURN && method.name == INITIALIZER => {
            edit.insert_before(index, &bare_call(pool, tracer::END_INITIALIZER)?);
        }
        Operands::ArrayType(_) => edit.insert_before(index, &length_check(pool, 1)?),
        Operands::MultiArray { dimensions, .. } => {
            edit.insert_before(index, &length_check(pool, *dimensions)?);
        }
        Operands::Constant(_) if instruction.opcode == opcode::ANEWARRAY => {
            edit.insert_before(index, &length_check(pool, 1)?);
        }
        Operands::Constant(member) => {
            if let Some(replacement) = replacement(method, instruction.opcode, *member) {
                edit.replace(index, &bare_call(pool, replacement)?);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether a handler begins here that may catch what the JDK throws where it may not have its way. One for everything is not looked at: it
/// belongs to a `finally`, which throws it again.
fn begins_handler_of_refusals(method: &MethodView<'_>, offset: u32) -> bool {
    let catches_refusals = |class: &ClassName| {
        let name = class.as_str();
        WIDE_EXCEPTIONS.contains(&name)
            || EXCEPTIONS_OF_REFUSALS.iter().any(|package| name.starts_with(package))
    };
    let mut here = method.exception_table.iter().filter(|handler| handler.handler == offset);
    here.any(|handler| handler.catch_type.as_ref().is_some_and(catches_refusals))
}

/// Whether control may go to the same or an earlier place: each loop has such a jump.
fn may_jump_back(instruction: &Instruction) -> bool {
    let is_back = |target: &u32| *target <= instruction.offset;
    match &instruction.operands {
        Operands::Jump(target) => is_back(target),
        Operands::Switch { default, cases } => {
            is_back(default) || cases.iter().any(|(_, target)| is_back(target))
        }
        _ => false,
    }
}

fn length_check(pool: &mut PoolBuilder<'_>, dimensions: u8) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    if dimensions == 1 {
        piece.dup();
        call(&mut piece, pool, tracer::ARRAY_LENGTH)?;
    } else {
        piece.dup2();
        call(&mut piece, pool, tracer::ARRAY_LENGTHS)?;
    }
    Ok(piece)
}

/// The method that stands in for a call which would end the JVM, or may by reaching memory that is not there, which changes a file and
/// tells only by its result that it could not, or which finds something else in another JVM: a resource, files of other programs.
pub(crate) fn replacement(method: &MethodView<'_>, opcode: u8, member: u16) -> Option<Member> {
    if !matches!(opcode, opcode::INVOKESTATIC | opcode::INVOKEVIRTUAL) {
        return None;
    }
    let callee = method.constant_pool.member(member)?;
    match (callee.owner, callee.name, callee.descriptor) {
        ("java/lang/System", "exit", "(I)V") => Some(tracer::EXIT_I),
        ("java/lang/Runtime", "exit", "(I)V") => Some(tracer::EXIT_RUNTIME_I),
        ("java/lang/Runtime", "halt", "(I)V") => Some(tracer::HALT),
        (FILE, name, descriptor) => instance_method(file_changes::ALL, FILE, name, descriptor)
            .or_else(|| instance_method(folder_listings::ALL, FILE, name, descriptor)),
        ("java/nio/file/Files", name, descriptor) => static_method(folder_listings::ALL, name, descriptor),
        ("java/lang/ClassLoader", "getSystemResource", _) => Some(system_resources::GET_SYSTEM_RESOURCE),
        ("java/lang/ClassLoader", "getSystemResourceAsStream", _) => {
            Some(system_resources::GET_SYSTEM_RESOURCE_AS_STREAM)
        }
        (UNSAFE, name, descriptor) => instance_method(raw_memory::ALL, UNSAFE, name, descriptor),
        _ => None,
    }
}

/// The one among `stand_ins` of the same name that takes the same, after what the method is called on.
fn instance_method(stand_ins: &[Member], owner: &str, name: &str, descriptor: &str) -> Option<Member> {
    let parameters = descriptor.strip_prefix('(')?;
    static_method(stand_ins, name, &format!("(L{owner};{parameters}"))
}

/// The one among `stand_ins` of the same name and descriptor.
fn static_method(stand_ins: &[Member], name: &str, descriptor: &str) -> Option<Member> {
    stand_ins.iter().find(|it| it.name == name && it.descriptor == descriptor).copied()
}
