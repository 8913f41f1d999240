//! Coupled branches: what there is to cover where one class calls another (Derakhshanfar, Devroey, Panichella, Zaidman and van
//! Deursen, *Generating Class-Level Integration Tests Using Call Site Information*, TSE 2022).
//!
//! A coupled branch is a pair: a branch of the caller that leads to a call site, and a branch of the callee that the call may reach. It is
//! covered where one test takes both, the callee's in a call made from the site. There may be millions of them, products of two small
//! sets for each site, so they are numbered and never listed: the goal of a number is told from the table of the callers' branches.

mod analysis;
mod call_resolver;
mod class_calls;
mod class_pair;
mod control_targets;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{CalleeBranch, ContextId, CoupledBranch, GoalKind, MethodId};

pub use class_pair::{ClassPair, PairError, PairRelation};

/// The coupled branches of a pair of classes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Coupling {
    /// Branches of the caller that lead to call sites, ascending.
    pub callers: Vec<CallerTarget>,
    /// Sets of branches of the callee, each ascending.
    sets: Vec<Vec<CalleeBranch>>,
    /// By context: the callers' branches that lead to its sites.
    leading: Vec<Vec<u32>>,
    /// Methods of the caller that reach a call site, in their own code or in what they call of the caller, ascending.
    pub covering_methods: Vec<MethodId>,
    /// What users call the branches of the callee.
    callee_names: BTreeMap<CalleeBranch, String>,
}

/// A branch of the caller, with the branches of the callee that it is coupled with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallerTarget {
    /// An outcome of a predicate, or the entry of a method that reaches a site whatever its branches do.
    pub kind: GoalKind,
    /// What users call it.
    pub name: String,
    /// Number of its first coupled branch.
    pub first: u32,
    /// Its set among [`Coupling::sets`].
    set: u32,
    /// The contexts that calls from its sites give, ascending.
    pub contexts: Vec<ContextId>,
}

/// What a branch of the caller is coupled with.
#[derive(Clone, Debug, Default)]
pub struct CoupledWith {
    /// Branches of the callee.
    pub callees: BTreeSet<CalleeBranch>,
    /// The contexts that calls from its sites give, ascending.
    pub contexts: Vec<ContextId>,
}

impl Coupling {
    /// The table of these branches of the caller, with what users call branches. No method is said to cover any.
    pub fn new(coupled: BTreeMap<GoalKind, CoupledWith>, name: impl Fn(&GoalKind) -> String) -> Self {
        let mut coupling = Self::default();
        let mut sets: BTreeMap<Vec<CalleeBranch>, u32> = BTreeMap::new();
        let mut first = 0;
        for (position, (kind, with)) in coupled.into_iter().enumerate() {
            let callees: Vec<CalleeBranch> = with.callees.into_iter().collect();
            let n_callees = callees.len() as u32;
            let n_sets = sets.len() as u32;
            let set = *sets.entry(callees).or_insert(n_sets);
            for context in &with.contexts {
                if coupling.leading.len() <= context.index() {
                    coupling.leading.resize(context.index() + 1, Vec::new());
                }
                coupling.leading[context.index()].push(position as u32);
            }
            let name = name(&kind);
            coupling.callers.push(CallerTarget { kind, name, first, set, contexts: with.contexts });
            first += n_callees;
        }
        coupling.sets = vec![Vec::new(); sets.len()];
        for (callees, set) in sets {
            for callee in &callees {
                let name = || name(&GoalKind::Branch(callee.0, callee.1));
                coupling.callee_names.entry(*callee).or_insert_with(name);
            }
            coupling.sets[set as usize] = callees;
        }
        coupling
    }

    /// Number of coupled branches.
    pub fn len(&self) -> usize {
        self.callers.last().map_or(0, |last| last.first as usize + self.callees_of(last).len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The branches of the callee that a branch of the caller is coupled with, ascending. The coupled branches have their order.
    pub fn callees_of(&self, caller: &CallerTarget) -> &[CalleeBranch] {
        &self.sets[caller.set as usize]
    }

    /// Positions among [`Coupling::callers`] of the branches that lead to the sites of a context.
    pub fn leading_to(&self, context: ContextId) -> &[u32] {
        self.leading.get(context.index()).map_or(&[], Vec::as_slice)
    }

    /// The position of the caller's branch, and the callee's branch, of a coupled branch.
    pub fn pair(&self, number: u32) -> Option<(usize, CalleeBranch)> {
        let position = self.callers.partition_point(|caller| caller.first <= number).checked_sub(1)?;
        let caller = &self.callers[position];
        let callee = self.callees_of(caller).get((number - caller.first) as usize)?;
        Some((position, *callee))
    }

    /// The number of a coupled branch, if the two are coupled.
    pub fn number(&self, caller: usize, callee: CalleeBranch) -> Option<u32> {
        let caller = &self.callers[caller];
        let position = self.callees_of(caller).binary_search(&callee).ok()?;
        Some(caller.first + position as u32)
    }

    /// What users call a coupled branch: `Person.java:13 lazy is false -> Car.java:8 fuelAmount < 100`.
    pub fn name(&self, number: u32) -> Option<String> {
        let (caller, callee) = self.pair(number)?;
        Some(format!("{} -> {}", self.callers[caller].name, self.callee_name(callee)))
    }

    /// What users call a branch of the callee.
    pub fn callee_name(&self, callee: CalleeBranch) -> &str {
        self.callee_names.get(&callee).map_or("", String::as_str)
    }

    /// What covers a coupled branch.
    pub fn kind(&self, number: u32) -> Option<GoalKind> {
        let (caller, callee) = self.pair(number)?;
        let CallerTarget { kind, contexts, .. } = &self.callers[caller];
        Some(GoalKind::Coupled(Box::new(CoupledBranch {
            caller: kind.clone(),
            callee,
            contexts: contexts.clone(),
        })))
    }
}
