//! Which fields of the class under test its methods write, and which ones the conditions of its branches read. Both
//! directly and through the class's own methods, by field alone: whose field it is, is not asked.
//!
//! A field that holds an array or an object counts as written where its content may change: where a method that reads
//! it stores into an array, or calls a method of the field's type that by its name does more than ask.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use evoke_classfile::{ClassFile, Code, Instruction, MemberRef, Operands, opcode};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::cfg::ControlFlowGraph;
use crate::cluster::is_pure_by_name;
use crate::{ClassUnderTest, FieldId, MethodId, MethodUnderTest};

/// What methods write and conditions read.
#[derive(Clone, Debug, Default)]
pub struct FieldAccess {
    /// By method: fields of the class that it writes, or lets others write, itself or through the class's methods,
    /// ascending.
    pub written: Vec<Vec<FieldId>>,
    /// By branch: fields of the class that its condition reads, itself or through the class's methods, ascending.
    pub read: Vec<Vec<FieldId>>,
}

impl FieldAccess {
    /// Finds them in the class files that `class` was made from, in the same order.
    pub fn of(class_files: &[ClassFile], class: &ClassUnderTest) -> Self {
        let fields = Fields::of(class_files);
        let bodies: Vec<(&ClassFile, &Code)> = class_files
            .iter()
            .flat_map(|class| {
                class.methods.iter().filter_map(move |method| Some((class, method.code.as_ref()?)))
            })
            .collect();
        let own_reads: Vec<BTreeSet<FieldId>> =
            bodies.iter().map(|(class, code)| fields.read_in(class, &code.instructions)).collect();
        let own_writes: Vec<BTreeSet<FieldId>> =
            bodies.iter().map(|(class, code)| fields.written_in(class, code)).collect();
        let written =
            with_callees(&class.callees, &own_writes).iter().map(|fields| fields.to_vec()).collect();
        let reads = with_callees(&class.callees, &own_reads);
        let getters = Getters::of(&class.methods);
        let mut read = Vec::with_capacity(class.predicates.len());
        for in_method in class.predicates.chunk_by(|one, other| one.method == other.method) {
            let (file, code) = bodies[in_method[0].method.index()];
            let cfg = ControlFlowGraph::of(code);
            for predicate in in_method {
                let condition = condition(code, &cfg, predicate.offset);
                let mut fields = fields.read_in(file, condition);
                for getter in getters.called_in(file, condition) {
                    fields.extend(reads[getter.index()].iter());
                }
                read.push(fields.into_iter().collect());
            }
        }
        Self { written, read }
    }
}

/// By method: what it and all that it may call access, ascending. Methods that call each other share one set, and each
/// set is put together once, those of callees first.
fn with_callees(callees: &[Vec<MethodId>], own: &[BTreeSet<FieldId>]) -> Vec<Rc<[FieldId]>> {
    let mut calls = DiGraph::<(), ()>::with_capacity(own.len(), own.len());
    let nodes: Vec<_> = own.iter().map(|_| calls.add_node(())).collect();
    for (caller, callees) in callees.iter().enumerate() {
        for callee in callees {
            calls.add_edge(nodes[caller], nodes[callee.index()], ());
        }
    }
    let mut all: Vec<Rc<[FieldId]>> = vec![Rc::default(); own.len()];
    // Components come before those that lead to them.
    for component in tarjan_scc(&calls) {
        let mut found = BTreeSet::new();
        for method in &component {
            found.extend(&own[method.index()]);
            for callee in callees.get(method.index()).into_iter().flatten() {
                found.extend(all[callee.index()].iter());
            }
        }
        let found: Rc<[FieldId]> = found.into_iter().collect();
        for method in component {
            all[method.index()] = Rc::clone(&found);
        }
    }
    all
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
pub(crate) fn accesses<'a>(
    class: &'a ClassFile,
    instructions: &'a [Instruction],
    opcodes: &'a [u8],
) -> impl Iterator<Item = MemberRef<'a>> {
    instructions.iter().filter(|it| opcodes.contains(&it.opcode)).filter_map(|it| match it.operands {
        Operands::Constant(index) => class.constant_pool.member(index),
        _ => None,
    })
}
