//! Which fields of the class under test its methods write, and which ones the conditions of its branches read. Both
//! directly and through the class's own methods, by field alone: whose field it is, is not asked.
//!
//! A field that holds an array or an object counts as written where its content may change: where a method that reads
//! it stores into an array, or calls a method of the field's type that by its name does more than ask.

use std::collections::{BTreeMap, BTreeSet};

use evoke_classfile::{ClassFile, Code, Instruction, MemberRef, Operands, opcode};

use crate::cfg::ControlFlowGraph;
use crate::cluster::is_pure_by_name;
use crate::{Branch, FieldId, MethodId, MethodUnderTest};

/// What methods write and conditions read.
pub(crate) struct FieldAccess {
    /// By method: fields that it writes, ascending.
    pub(crate) written: Vec<Vec<FieldId>>,
    /// By branch: fields that its condition reads, ascending.
    pub(crate) read: Vec<Vec<FieldId>>,
}

/// Finds them. Methods, branches and callees are those of the tables.
pub(crate) fn field_access(
    class_files: &[ClassFile],
    methods: &[MethodUnderTest],
    branches: &[Branch],
    callees: &[Vec<MethodId>],
) -> FieldAccess {
    let fields = Fields::of(class_files);
    let n_fields = fields.ids.len();
    let bodies: Vec<(&ClassFile, &Code)> = class_files
        .iter()
        .flat_map(|class| class.methods.iter().filter_map(move |method| Some((class, method.code.as_ref()?))))
        .collect();
    let own_reads: Vec<BTreeSet<FieldId>> =
        bodies.iter().map(|(class, code)| fields.read_in(class, &code.instructions)).collect();
    let own_writes: Vec<BTreeSet<FieldId>> =
        bodies.iter().map(|(class, code)| fields.written_in(class, code)).collect();
    let written = (0..methods.len()).map(|method| gather(method, callees, &own_writes, n_fields)).collect();
    let getters = Getters::of(methods);
    let mut read = Vec::with_capacity(branches.len());
    for in_method in branches.chunk_by(|one, other| one.method == other.method) {
        let (class, code) = bodies[in_method[0].method.index()];
        let cfg = ControlFlowGraph::of(code);
        for branch in in_method {
            let condition = condition(code, &cfg, branch.offset);
            let mut fields = fields.read_in(class, condition);
            for getter in getters.called_in(class, condition) {
                fields.extend(gather(getter.index(), callees, &own_reads, n_fields));
            }
            read.push(fields.into_iter().collect());
        }
    }
    FieldAccess { written, read }
}

/// Methods that are followed from one. Of a huge class, what is farther away than that does not prepare an object.
const MAX_FOLLOWED: usize = 500;

/// What a method and all that it may call access.
fn gather(
    method: usize,
    callees: &[Vec<MethodId>],
    own: &[BTreeSet<FieldId>],
    n_fields: usize,
) -> Vec<FieldId> {
    let mut seen = vec![false; callees.len().max(method + 1)];
    seen[method] = true;
    let mut pending = vec![method];
    let mut is_accessed = vec![false; n_fields];
    let mut n_followed = 0;
    while n_followed < MAX_FOLLOWED
        && let Some(method) = pending.pop()
    {
        n_followed += 1;
        for field in own.get(method).into_iter().flatten() {
            is_accessed[field.index()] = true;
        }
        for callee in callees.get(method).into_iter().flatten() {
            if !std::mem::replace(&mut seen[callee.index()], true) {
                pending.push(callee.index());
            }
        }
    }
    (0..)
        .map(FieldId)
        .zip(is_accessed)
        .filter_map(|(field, is_accessed)| is_accessed.then_some(field))
        .collect()
}

/// The instructions of the basic block that ends with the jump or switch at this offset.
fn condition<'a>(code: &'a Code, cfg: &ControlFlowGraph, offset: u32) -> &'a [Instruction] {
    let Ok(last) = code.instructions.binary_search_by_key(&offset, |it| it.offset) else { return &[] };
    let first = cfg.block_of(last).map_or(last, |block| cfg.blocks[block.index()].instructions.start);
    &code.instructions[first..=last]
}

/// The instance and static fields of all classes of the class under test.
struct Fields<'a> {
    ids: BTreeMap<(&'a str, &'a str), FieldId>,
}

impl<'a> Fields<'a> {
    fn of(class_files: &'a [ClassFile]) -> Self {
        let names = class_files
            .iter()
            .flat_map(|class| class.fields.iter().map(|field| (class.name.as_str(), field.name.as_str())));
        Self { ids: names.zip((0..).map(FieldId)).collect() }
    }

    fn id(&self, member: &MemberRef<'_>) -> Option<FieldId> {
        self.ids.get(&(member.owner, member.name)).copied()
    }

    fn read_in(&self, class: &ClassFile, instructions: &[Instruction]) -> BTreeSet<FieldId> {
        accesses(class, instructions, &[opcode::GETFIELD, opcode::GETSTATIC])
            .filter_map(|member| self.id(&member))
            .collect()
    }

    fn written_in(&self, class: &ClassFile, code: &Code) -> BTreeSet<FieldId> {
        let instructions = &code.instructions;
        let mut written: BTreeSet<FieldId> =
            accesses(class, instructions, &[opcode::PUTFIELD, opcode::PUTSTATIC])
                .filter_map(|member| self.id(&member))
                .collect();
        let stores_elements =
            instructions.iter().any(|it| matches!(it.opcode, opcode::IASTORE..=opcode::SASTORE));
        let changed: BTreeSet<&str> =
            accesses(class, instructions, &[opcode::INVOKEVIRTUAL, opcode::INVOKEINTERFACE])
                .filter(|callee| !is_pure_by_name(callee.name))
                .map(|callee| callee.owner)
                .collect();
        for member in accesses(class, instructions, &[opcode::GETFIELD, opcode::GETSTATIC]) {
            let may_change = match member.descriptor.strip_prefix('L') {
                Some(object) => changed.contains(object.trim_end_matches(';')),
                None => stores_elements && member.descriptor.starts_with('['),
            };
            written.extend(self.id(&member).filter(|_| may_change));
        }
        written
    }
}

/// Methods by name and descriptor, which a call may mean.
struct Getters<'a> {
    by_name: BTreeMap<(&'a str, &'a str), Vec<MethodId>>,
}

impl<'a> Getters<'a> {
    fn of(methods: &'a [MethodUnderTest]) -> Self {
        let mut by_name: BTreeMap<_, Vec<MethodId>> = BTreeMap::new();
        for method in methods.iter().filter(|method| !method.name.starts_with('<')) {
            by_name.entry((method.name.as_str(), method.descriptor.as_str())).or_default().push(method.id);
        }
        Self { by_name }
    }

    fn called_in(&self, class: &ClassFile, instructions: &[Instruction]) -> Vec<MethodId> {
        const CALLS: [u8; 4] =
            [opcode::INVOKEVIRTUAL, opcode::INVOKEINTERFACE, opcode::INVOKESPECIAL, opcode::INVOKESTATIC];
        accesses(class, instructions, &CALLS)
            .filter_map(|callee| self.by_name.get(&(callee.name, callee.descriptor)))
            .flatten()
            .copied()
            .collect()
    }
}

/// The members that instructions with one of these opcodes name.
fn accesses<'a>(
    class: &'a ClassFile,
    instructions: &'a [Instruction],
    opcodes: &'a [u8],
) -> impl Iterator<Item = MemberRef<'a>> {
    instructions.iter().filter(|it| opcodes.contains(&it.opcode)).filter_map(|it| match it.operands {
        Operands::Constant(index) => class.constant_pool.member(index),
        _ => None,
    })
}
