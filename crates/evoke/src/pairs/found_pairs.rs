//! The pairs of a class path, with figures to rank them by.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use evoke_analysis::{ClassLibrary, ClassPair, ClassUnderTest};
use evoke_classfile::ClassName;

/// A caller and a callee with at least one coupled branch.
pub(crate) struct FoundPair {
    pub(crate) caller: ClassName,
    pub(crate) callee: ClassName,
    /// Calls from the one to the other that may reach a branch.
    pub(crate) n_call_sites: usize,
    pub(crate) n_coupled_branches: usize,
    /// Cyclomatic complexity of the caller's methods, added up.
    pub(crate) caller_complexity: usize,
    pub(crate) callee_complexity: usize,
}

/// All pairs of these callers: the most coupled branches first, then the most complex, then by name.
pub(crate) fn find(library: &ClassLibrary<'_>, callers: &[ClassName]) -> Vec<FoundPair> {
    let mut candidates: BTreeSet<(ClassName, ClassName)> = BTreeSet::new();
    for caller in callers {
        for other in library.called_classes(caller) {
            // A superclass calls what a subclass overrides, mostly without naming it.
            if library.inherits_from(caller, &other) {
                candidates.insert((other.clone(), caller.clone()));
            }
            candidates.insert((caller.clone(), other));
        }
    }
    let figures = |(caller, callee): &(ClassName, ClassName)| figures(library, caller, callee);
    let mut pairs: Vec<FoundPair> = candidates.iter().filter_map(figures).collect();
    rank(&mut pairs);
    pairs
}

/// Puts pairs in order, each once.
pub(crate) fn rank(pairs: &mut Vec<FoundPair>) {
    let rank = |pair: &FoundPair| {
        let complexity = pair.caller_complexity + pair.callee_complexity;
        (Reverse(pair.n_coupled_branches), Reverse(complexity), pair.caller.clone(), pair.callee.clone())
    };
    pairs.sort_by_cached_key(rank);
    pairs.dedup_by(|one, other| one.caller == other.caller && one.callee == other.callee);
}

/// A pair, if the one calls the other where there is something to cover.
fn figures(library: &ClassLibrary<'_>, caller: &ClassName, callee: &ClassName) -> Option<FoundPair> {
    let pair = ClassPair::read(library, caller, callee).ok()?;
    let tables = ClassUnderTest::analyse_pair(library, &pair);
    let n_coupled_branches = tables.n_goals();
    (n_coupled_branches > 0).then(|| FoundPair {
        caller: caller.clone(),
        callee: callee.clone(),
        n_call_sites: tables.contexts.iter().map(|context| context.sites.len()).sum(),
        n_coupled_branches,
        caller_complexity: complexity(&tables, caller),
        callee_complexity: complexity(&tables, callee),
    })
}

/// Of every method of a class and of what is nested in it, its decisions and one more.
fn complexity(tables: &ClassUnderTest, class: &ClassName) -> usize {
    let nested = format!("{}$", class.as_str());
    let is_of_class = |name: &ClassName| name == class || name.as_str().starts_with(&nested);
    let methods = tables.methods.iter().filter(|method| method.has_goals && is_of_class(&method.class));
    let decisions = tables.predicates.iter().filter(|predicate| {
        let method = &tables.methods[predicate.method.index()];
        method.has_goals
            && is_of_class(&method.class)
            && !matches!(predicate.kind, evoke_analysis::PredicateKind::SwitchDefault)
    });
    methods.count() + decisions.count()
}
