//! Finds the coupled branches of a pair: its call sites, the branches that lead to each, and those that each call may reach.

use std::collections::{BTreeMap, BTreeSet};

use evoke_classfile::{ClassFile, Code, FunctionSite, Instruction, Operands};

use super::call_resolver::CallResolver;
use super::class_pair::ClassPair;
use super::control_targets::ControlTargets;
use super::{CoupledWith, Coupling};
use crate::{
    CallContext, CallSite, CalleeBranch, ClassLibrary, ClassUnderTest, ContextId, Criterion, Goal, GoalKind,
    MethodId, MethodUnderTest,
};

impl ClassUnderTest {
    /// Finds the coupled branches of a pair. Both classes have their methods, predicates and lines in the tables, numbered through; the
    /// goals are those of [`ClassUnderTest::coupling`] alone.
    pub fn analyse_pair(library: &ClassLibrary<'_>, pair: &ClassPair) -> Self {
        let files = pair.files();
        let mut tables = Self::analyse(&files, &[Criterion::Branch]);
        let goals = std::mem::take(&mut tables.goals);
        let analysis = PairAnalysis::new(library, pair, &files, &tables, &goals);
        let sites = analysis.call_sites();
        let (coupling, contexts) = analysis.couple(&sites);
        tables.criteria = vec![Criterion::CoupledBranch];
        tables.called = pair.called();
        tables.contexts = contexts;
        tables.coupling = Some(coupling);
        tables
    }
}

impl ClassPair {
    /// The classes whose members tests call.
    fn called(&self) -> Vec<evoke_classfile::ClassName> {
        let side = if self.tested == self.caller.own[0].name { &self.caller } else { &self.callee };
        side.own.iter().map(|file| file.name.clone()).collect()
    }
}

/// A call site with what it couples.
struct CoupledSite {
    site: CallSite,
    /// Branches of the caller that lead to it.
    leading: BTreeSet<GoalKind>,
    /// Methods of the callee that it may call.
    called: Vec<MethodId>,
}

/// Whether what the instruction calls can be told where its call comes from: not of objects that must be known again by what they run,
/// since they can be serialised.
fn can_tell_context(class: &ClassFile, instruction: &Instruction) -> bool {
    let site = match instruction.operands {
        Operands::Constant(index) => FunctionSite::of(&class.constant_pool, &class.bootstrap_methods, index),
        _ => None,
    };
    site.is_none_or(|site| !site.is_extended)
}

/// What is known of a pair before its call sites are.
struct PairAnalysis<'a> {
    tables: &'a ClassUnderTest,
    /// By method, in the order of the tables.
    bodies: Vec<(&'a ClassFile, &'a Code)>,
    callers: CallResolver<'a>,
    callees: CallResolver<'a>,
    /// Branches that the source shows, with their names.
    names: BTreeMap<&'a GoalKind, &'a str>,
}

impl<'a> PairAnalysis<'a> {
    fn new(
        library: &'a ClassLibrary<'a>,
        pair: &'a ClassPair,
        files: &'a [ClassFile],
        tables: &'a ClassUnderTest,
        goals: &'a [Goal],
    ) -> Self {
        let bodies = files
            .iter()
            .flat_map(|class| {
                class.methods.iter().filter_map(move |method| Some((class, method.code.as_ref()?)))
            })
            .collect();
        Self {
            tables,
            bodies,
            callers: CallResolver::new(library, &pair.caller, &tables.methods),
            callees: CallResolver::new(library, &pair.callee, &tables.methods),
            names: goals.iter().map(|goal| (&goal.kind, goal.name.as_str())).collect(),
        }
    }

    /// Where the caller calls the callee, in the order of the code. Class initialisers are left out: they run once in a JVM, so that no test
    /// could show again what it covers.
    fn call_sites(&self) -> Vec<CoupledSite> {
        let mut sites = Vec::new();
        for (method, (class, code)) in self.tables.methods.iter().zip(&self.bodies) {
            if !method.has_goals || method.is_class_initializer() || !self.callers.is_of_side(method) {
                continue;
            }
            let mut targets = None;
            for (index, instruction) in code.instructions.iter().enumerate() {
                if !can_tell_context(class, instruction) {
                    continue;
                }
                let called = self.callees.called_at(class, instruction);
                if called.is_empty() {
                    continue;
                }
                let targets = targets
                    .get_or_insert_with(|| ControlTargets::of(method.id, code, &self.tables.predicates));
                let mut leading = targets.leading_to(index);
                leading
                    .retain(|kind| matches!(kind, GoalKind::MethodEntry(_)) || self.names.contains_key(kind));
                let site = CallSite {
                    method: method.id,
                    offset: instruction.offset,
                    line: code.line_at(instruction.offset),
                };
                sites.push(CoupledSite { site, leading, called });
            }
        }
        sites
    }

    /// The coupled branches of the sites, and the contexts that tell their calls apart: sites that the same branches lead to share one.
    fn couple(&self, sites: &[CoupledSite]) -> (Coupling, Vec<CallContext>) {
        let mut groups: BTreeMap<&BTreeSet<GoalKind>, Vec<&CoupledSite>> = BTreeMap::new();
        for site in sites.iter().filter(|site| !site.leading.is_empty()) {
            groups.entry(&site.leading).or_default().push(site);
        }
        let mut contexts = vec![CallContext { id: ContextId::TEST, sites: Vec::new(), targets: Vec::new() }];
        let mut coupled: BTreeMap<GoalKind, CoupledWith> = BTreeMap::new();
        for (leading, sites) in groups {
            let reached =
                self.reachable(sites.iter().flat_map(|site| site.called.iter().copied()), &self.callees);
            let branches = self.branches_of(&reached);
            if branches.is_empty() {
                continue;
            }
            let id = ContextId(contexts.len() as u32);
            let sites = sites.iter().map(|site| site.site).collect();
            contexts.push(CallContext { id, sites, targets: reached.into_iter().collect() });
            for kind in leading {
                let with = coupled.entry(kind.clone()).or_default();
                with.callees.extend(&branches);
                with.contexts.push(id);
            }
        }
        (self.table(coupled, &contexts), contexts)
    }

    /// Methods that run, of one side, when one of these is called.
    fn reachable(
        &self,
        called: impl Iterator<Item = MethodId>,
        side: &CallResolver<'_>,
    ) -> BTreeSet<MethodId> {
        let mut reached = BTreeSet::new();
        let mut pending: Vec<MethodId> = called.collect();
        while let Some(method) = pending.pop() {
            if reached.insert(method) {
                pending.extend(self.calls_of(method, side));
            }
        }
        reached
    }

    /// Methods of a side that the code of a method may call.
    fn calls_of(&self, method: MethodId, side: &CallResolver<'_>) -> Vec<MethodId> {
        let (class, code) = self.bodies[method.index()];
        code.instructions.iter().flat_map(|instruction| side.called_at(class, instruction)).collect()
    }

    /// The branches of methods, as far as the source shows them.
    fn branches_of(&self, methods: &BTreeSet<MethodId>) -> Vec<CalleeBranch> {
        let branches = self.names.keys().filter_map(|kind| match kind {
            GoalKind::Branch(predicate, outcome) => {
                let method = self.tables.predicates[predicate.index()].method;
                methods.contains(&method).then_some((*predicate, *outcome))
            }
            _ => None,
        });
        branches.collect()
    }

    fn table(&self, coupled: BTreeMap<GoalKind, CoupledWith>, contexts: &[CallContext]) -> Coupling {
        let of_caller = |method: &&MethodUnderTest| self.callers.is_of_side(method);
        let caller_methods: Vec<MethodId> =
            self.tables.methods.iter().filter(of_caller).map(|method| method.id).collect();
        let covering_methods = self.covering(&caller_methods, contexts);
        Coupling { covering_methods, ..Coupling::new(coupled, |kind| self.name(kind)) }
    }

    fn name(&self, kind: &GoalKind) -> String {
        if let Some(name) = self.names.get(kind) {
            return (*name).to_owned();
        }
        self.tables.methods[self.tables.method_of(kind).index()].source_name.clone()
    }

    /// The caller's methods that reach a site of a context.
    fn covering(&self, caller_methods: &[MethodId], contexts: &[CallContext]) -> Vec<MethodId> {
        let with_site: BTreeSet<MethodId> =
            contexts.iter().flat_map(|it| &it.sites).map(|site| site.method).collect();
        let reaches = |method: &&MethodId| {
            let reached = self.reachable(std::iter::once(**method), &self.callers);
            reached.iter().any(|method| with_site.contains(method))
        };
        caller_methods.iter().filter(reaches).copied().collect()
    }
}
