//! Fills the tables of a [`ClassUnderTest`] from class files, method by method.

use std::collections::{BTreeMap, BTreeSet};

use evoke_classfile::{ClassFile, Code, Method, access, opcode};

use crate::added_branches::is_exhaustive;
use crate::call_graph::{call_sites, callees};
use crate::cfg::{BasicBlock, BlockId, ControlFlowGraph, EdgeLabel, instruction_at};
use crate::control_dependence::{BlockDependences, ControlDependenceGraph};
use crate::mutation::{DefiniteAssignment, Mutant, Site, first_site, mutations};
use crate::naming::{self, Condition, UniqueNames};
use crate::{
    CallContext, ClassUnderTest, ContextId, ControlDependence, Criterion, Goal, GoalId, GoalKind, Line,
    LineId, MethodId, MethodUnderTest, MutantId, Outcome, Predicate, PredicateId, PredicateKind,
    generated_code,
};

impl ClassUnderTest {
    /// Finds what there is to cover in a class: `class_files` holds the class itself first, then all
    /// classes nested in it. Goals are made for the criteria given, in the order of [`Criterion::ALL`].
    pub fn analyse(class_files: &[ClassFile], criteria: &[Criterion]) -> Self {
        let mut analysis = Analysis::default();
        analysis.tables.criteria = Criterion::ALL.into_iter().filter(|it| criteria.contains(it)).collect();
        analysis.tables.has_assertions = class_files.iter().any(generated_code::has_assertions);
        for class in class_files {
            analysis.tables.classes.push(class.name.clone());
            for method in &class.methods {
                if let Some(code) = &method.code {
                    analysis.add_method(class, method, code);
                }
            }
        }
        analysis.tables.callees = callees(class_files, &analysis.tables.methods);
        analysis.tables.contexts = contexts(class_files, &analysis.tables);
        analysis.into_class_under_test()
    }
}

/// The tables so far, and the goals of each criterion before they are numbered.
#[derive(Default)]
struct Analysis {
    tables: ClassUnderTest,
    branch_goals: Vec<(GoalKind, String)>,
    line_goals: Vec<(GoalKind, String)>,
    mutant_goals: Vec<(GoalKind, String)>,
    method_goals: Vec<(GoalKind, String)>,
}

/// One method with its graphs.
struct MethodGraphs<'a> {
    class: &'a ClassFile,
    method: &'a Method,
    code: &'a Code,
    cfg: ControlFlowGraph,
    dependences: ControlDependenceGraph,
    /// Lines that the source does not show.
    hidden_lines: BTreeSet<u16>,
    /// Byte offsets of predicates that it does not show.
    hidden_predicates: BTreeSet<u32>,
    /// The predicate that a labelled edge stands for.
    predicates: BTreeMap<(BlockId, EdgeLabel), ControlDependence>,
}

impl Analysis {
    fn add_method(&mut self, class: &ClassFile, method: &Method, code: &Code) {
        let id = MethodId(self.tables.methods.len() as u32);
        let has_goals = generated_code::is_in_source(class, method);
        self.tables.methods.push(MethodUnderTest {
            id,
            class: class.name.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.to_string(),
            source_name: naming::method(class, method),
            access_flags: method.access_flags,
            has_goals,
        });
        let cfg = ControlFlowGraph::of(code);
        let dependences = ControlDependenceGraph::of(code, &cfg);
        let hidden_lines = generated_code::hidden_lines(class, method, code);
        let hidden_predicates = generated_code::hidden_predicates(class, code);
        let predicates = BTreeMap::new();
        let mut graphs = MethodGraphs {
            class,
            method,
            code,
            cfg,
            dependences,
            hidden_lines,
            hidden_predicates,
            predicates,
        };
        let predicates = self.add_branches(id, &mut graphs);
        let lines = self.add_lines(id, &graphs);
        if has_goals {
            self.add_branch_goals(id, &graphs, &predicates);
            self.add_line_goals(&graphs, &lines);
            if self.tables.asks_for_mutants() && method.name != "<clinit>" {
                self.add_mutants(id, &graphs);
            }
            if method.name != "<clinit>" {
                self.method_goals.push((GoalKind::MethodEntry(id), naming::method(class, method)));
            }
        }
    }

    /// Adds the predicates of a method, and gives them with the block each one ends.
    fn add_branches(
        &mut self,
        method: MethodId,
        graphs: &mut MethodGraphs<'_>,
    ) -> Vec<(PredicateId, BlockId)> {
        let first = self.tables.predicates.len();
        let mut predicates = Vec::new();
        for (block_id, block) in graphs.cfg.iter() {
            for (kind, label) in predicates_of(graphs.code, block) {
                let id = PredicateId((first + predicates.len()) as u32);
                predicates.push((id, block_id, kind));
                let outcome = Outcome::True;
                graphs.predicates.insert((block_id, label), ControlDependence { predicate: id, outcome });
                if label == EdgeLabel::Taken {
                    let dependence = ControlDependence { predicate: id, outcome: Outcome::False };
                    graphs.predicates.insert((block_id, EdgeLabel::NotTaken), dependence);
                }
            }
        }
        for (id, block, kind) in &predicates {
            let offset = graphs.offset_of_last(*block);
            let mut dependences = graphs.dependences_of([*block]);
            let same_place = |it: &ControlDependence| {
                predicates.iter().any(|(id, at, _)| it.predicate == *id && at == block)
            };
            dependences.retain(|dependence| !same_place(dependence));
            let line = graphs.code.line_at(offset);
            if graphs.cfg.is_in_loop(*block) {
                self.tables.loop_branches.push(*id);
            }
            self.tables.predicates.push(Predicate {
                id: *id,
                method,
                offset,
                kind: *kind,
                line,
                dependences,
            });
        }
        predicates.into_iter().map(|(id, block, _)| (id, block)).collect()
    }

    fn add_lines(&mut self, method: MethodId, graphs: &MethodGraphs<'_>) -> Vec<LineId> {
        let mut blocks_of_line: BTreeMap<u16, BTreeSet<BlockId>> = BTreeMap::new();
        for row in &graphs.code.line_numbers {
            let block = instruction_at(graphs.code, row.offset).and_then(|index| graphs.cfg.block_of(index));
            if let Some(block) = block {
                blocks_of_line.entry(row.line).or_default().insert(block);
            }
        }
        let block_ends = graphs.block_ends();
        let mut lines = Vec::new();
        for (number, blocks) in blocks_of_line {
            let id = LineId(self.tables.lines.len() as u32);
            lines.push(id);
            let dependences = graphs.dependences_of(blocks);
            let ends_block_of = block_ends.get(&number).copied().unwrap_or_default();
            self.tables.lines.push(Line { id, method, number, dependences, ends_block_of });
        }
        lines
    }

    /// Adds the mutants of a method and their goals.
    fn add_mutants(&mut self, method: MethodId, graphs: &MethodGraphs<'_>) {
        let (class, code) = (graphs.class, graphs.code);
        let assignment = DefiniteAssignment::of(graphs.method, code, &graphs.cfg);
        for index in first_site(class, graphs.method, code)..code.instructions.len() {
            let offset = code.instructions[index].offset;
            let shown = |line: &u16| {
                !graphs.hidden_lines.contains(line) && !graphs.hidden_predicates.contains(&offset)
            };
            let Some(line) = graphs.code.line_at(offset).filter(shown) else { continue };
            let Some(block) = graphs.cfg.block_of(index) else { continue };
            let site =
                Site { class, method: graphs.method, code, cfg: &graphs.cfg, assignment: &assignment, index };
            let dependences = graphs.dependences_of([block]);
            for mutation in mutations(&site) {
                let id = MutantId(self.tables.mutants.len() as u32);
                let name = format!("{} {mutation}", naming::source_location(class, Some(line)));
                self.mutant_goals.push((GoalKind::Mutant(id), name));
                let dependences = dependences.clone();
                self.tables.mutants.push(Mutant {
                    id,
                    method,
                    offset,
                    line: Some(line),
                    mutation,
                    dependences,
                });
            }
        }
    }

    fn add_branch_goals(
        &mut self,
        method: MethodId,
        graphs: &MethodGraphs<'_>,
        predicates: &[(PredicateId, BlockId)],
    ) {
        let is_shown = |block: BlockId| !graphs.hidden_predicates.contains(&graphs.offset_of_last(block));
        let shown = predicates.iter().filter(|(_, block)| is_shown(*block));
        let before = self.branch_goals.len();
        for (position, (id, block)) in shown.enumerate() {
            let predicate = &self.tables.predicates[id.index()];
            if predicate.kind == PredicateKind::SwitchDefault
                && is_exhaustive(graphs.class, graphs.code, predicate.offset)
            {
                continue;
            }
            let condition =
                Condition::of(graphs.class, graphs.method, graphs.code, &graphs.cfg.blocks[block.index()]);
            let location = naming::source_location(graphs.class, predicate.line);
            let outcomes: &[Outcome] = match predicate.kind {
                PredicateKind::Jump(_) => &[Outcome::True, Outcome::False],
                PredicateKind::SwitchCase(_) | PredicateKind::SwitchDefault => &[Outcome::True],
            };
            for outcome in outcomes {
                let words = condition.as_ref().map_or_else(
                    || unnamed_condition(position + 1, predicate.kind, *outcome),
                    |condition| condition.in_words(predicate.kind, *outcome),
                );
                self.branch_goals.push((GoalKind::Branch(*id, *outcome), format!("{location} {words}")));
            }
        }
        let rows = &graphs.code.line_numbers;
        let is_set_up_only =
            !rows.is_empty() && rows.iter().all(|row| graphs.hidden_lines.contains(&row.line));
        if self.branch_goals.len() == before && !is_set_up_only {
            let name = naming::method(graphs.class, graphs.method);
            self.branch_goals.push((GoalKind::MethodEntry(method), name));
        }
    }

    fn add_line_goals(&mut self, graphs: &MethodGraphs<'_>, lines: &[LineId]) {
        for id in lines {
            let number = self.tables.lines[id.index()].number;
            if !graphs.hidden_lines.contains(&number) {
                self.line_goals
                    .push((GoalKind::Line(*id), naming::source_location(graphs.class, Some(number))));
            }
        }
    }

    fn into_class_under_test(self) -> ClassUnderTest {
        let mut tables = self.tables;
        let direct_goals = direct_goals(&self.branch_goals, &tables);
        let context_goals = context_goals(&self.branch_goals, &tables);
        let kill_goals = kill_goals(&self.mutant_goals);
        let by_criterion = [
            (Criterion::Branch, self.branch_goals),
            (Criterion::DirectBranch, direct_goals),
            (Criterion::Line, self.line_goals),
            (Criterion::WeakMutation, self.mutant_goals),
            (Criterion::StrongMutation, kill_goals),
            (Criterion::Method, self.method_goals),
            (Criterion::ContextBranch, context_goals),
        ];
        for (criterion, goals) in by_criterion {
            if !tables.asks_for(criterion) {
                continue;
            }
            let mut names = UniqueNames::default();
            for (kind, name) in goals {
                let id = GoalId(tables.goals.len() as u32);
                tables.goals.push(Goal { id, criterion, kind, name: names.make_unique(name) });
            }
        }
        tables
    }
}

/// The contexts that the criteria ask for; that of the test comes first.
fn contexts(class_files: &[ClassFile], tables: &ClassUnderTest) -> Vec<CallContext> {
    let (direct, from_sites) =
        (tables.asks_for(Criterion::DirectBranch), tables.asks_for(Criterion::ContextBranch));
    if !direct && !from_sites {
        return Vec::new();
    }
    let all = if direct { tables.methods.iter().map(|method| method.id).collect() } else { Vec::new() };
    let sites = if from_sites { call_sites(class_files, &tables.methods) } else { Vec::new() };
    let of_sites = sites.into_iter().map(|(site, targets)| (vec![site], targets));
    std::iter::once((Vec::new(), all))
        .chain(of_sites)
        .zip((0..).map(ContextId))
        .map(|((sites, targets), id)| CallContext { id, sites, targets })
        .collect()
}

/// The branch goals of methods that a test may call, as far as their declaration tells.
fn direct_goals(branch_goals: &[(GoalKind, String)], tables: &ClassUnderTest) -> Vec<(GoalKind, String)> {
    let hidden = access::PRIVATE | access::SYNTHETIC;
    let may_be_called = |method: MethodId| {
        let method = &tables.methods[method.index()];
        method.access_flags & hidden == 0 && method.name != "<clinit>"
    };
    let direct = branch_goals.iter().filter(|(kind, _)| may_be_called(tables.method_of(kind)));
    direct
        .filter_map(|(kind, name)| Some((in_context(kind, ContextId::TEST)?, format!("{name} (direct)"))))
        .collect()
}

/// The mutants, to be noticed.
fn kill_goals(mutant_goals: &[(GoalKind, String)]) -> Vec<(GoalKind, String)> {
    let noticed = mutant_goals.iter().filter_map(|(kind, name)| match kind {
        GoalKind::Mutant(mutant) => Some((GoalKind::Kill(*mutant), format!("{name}{}", Goal::NOTICED))),
        _ => None,
    });
    noticed.collect()
}

/// The branch goals of each method, for each place in the class that calls it.
fn context_goals(branch_goals: &[(GoalKind, String)], tables: &ClassUnderTest) -> Vec<(GoalKind, String)> {
    let mut goals = Vec::new();
    for context in &tables.contexts {
        let Some(site) = context.sites.first() else { continue };
        let caller = &tables.methods[site.method.index()].source_name;
        let line = site.line.map(|line| format!(":{line}")).unwrap_or_default();
        for (kind, name) in branch_goals {
            if context.targets.binary_search(&tables.method_of(kind)).is_ok() {
                let name = format!("{name}, called from {caller}{line}");
                goals.extend(in_context(kind, context.id).map(|kind| (kind, name)));
            }
        }
    }
    goals
}

/// The same branch or entry, in activations of a context.
fn in_context(kind: &GoalKind, context: ContextId) -> Option<GoalKind> {
    match kind {
        GoalKind::Branch(predicate, outcome) => Some(GoalKind::BranchIn(context, *predicate, *outcome)),
        GoalKind::MethodEntry(method) => Some(GoalKind::EntryIn(context, *method)),
        _ => None,
    }
}

impl MethodGraphs<'_> {
    /// What decides whether one of the blocks runs; empty where entering the method is enough for one of
    /// them.
    fn dependences_of(&self, blocks: impl IntoIterator<Item = BlockId>) -> Vec<ControlDependence> {
        let mut decisive = BTreeSet::new();
        for block in blocks {
            let BlockDependences { on_entry, outcomes } = self.dependences.of_block(block);
            if *on_entry {
                return Vec::new();
            }
            decisive.extend(outcomes.iter().filter_map(|edge| self.predicates.get(edge)));
        }
        decisive.into_iter().collect()
    }

    /// The last line of every basic block, with the number of lines of the longest block it ends.
    fn block_ends(&self) -> BTreeMap<u16, u16> {
        let mut ends: BTreeMap<u16, u16> = BTreeMap::new();
        for block in &self.cfg.blocks {
            let offsets = self.code.instructions[block.instructions.clone()].iter().map(|it| it.offset);
            let lines: Vec<u16> = offsets.filter_map(|offset| self.code.line_at(offset)).collect();
            let Some(last) = lines.last() else { continue };
            let n_lines = lines.iter().collect::<BTreeSet<_>>().len() as u16;
            let longest = ends.entry(*last).or_default();
            *longest = n_lines.max(*longest);
        }
        ends
    }

    fn offset_of_last(&self, block: BlockId) -> u32 {
        let end = self.cfg.blocks[block.index()].instructions.end;
        self.code.instructions[end - 1].offset
    }
}

/// The predicates that a block ends with: one for a conditional jump, one a case and the default for a
/// switch.
fn predicates_of(code: &Code, block: &BasicBlock) -> Vec<(PredicateKind, EdgeLabel)> {
    let last = &code.instructions[block.instructions.end - 1];
    if opcode::is_conditional_jump(last.opcode) {
        return vec![(PredicateKind::Jump(last.opcode), EdgeLabel::Taken)];
    }
    let labels = block.successors.iter().map(|edge| edge.label);
    labels
        .filter_map(|label| match label {
            EdgeLabel::Case(key) => Some((PredicateKind::SwitchCase(key), label)),
            EdgeLabel::Default => Some((PredicateKind::SwitchDefault, label)),
            _ => None,
        })
        .collect()
}

fn unnamed_condition(number: usize, kind: PredicateKind, outcome: Outcome) -> String {
    match (kind, outcome) {
        (PredicateKind::SwitchCase(key), _) => format!("branch {number} case {key}"),
        (PredicateKind::SwitchDefault, _) => format!("branch {number} default"),
        (PredicateKind::Jump(_), Outcome::True) => format!("branch {number} true"),
        (PredicateKind::Jump(_), Outcome::False) => format!("branch {number} false"),
    }
}
