//! Which predicates stand between a method's entry and a branch, by number of control dependences: what the approach
//! level is read from. Computed once, breadth first, so that cycles (loops) end.

use evoke_analysis::{ClassUnderTest, ControlDependence, PredicateId};

/// For every branch its control dependences, nearest level first.
pub(crate) struct Ancestors {
    /// All levels of all branches, one after the other.
    dependences: Vec<ControlDependence>,
    /// Where each level ends in `dependences`.
    level_ends: Vec<u32>,
    /// By branch: where its levels begin in `level_ends`; one more entry at the end.
    first_level: Vec<u32>,
}

impl Ancestors {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let mut ancestors = Self { dependences: Vec::new(), level_ends: Vec::new(), first_level: vec![0] };
        let mut seen_for: Vec<Option<PredicateId>> = vec![None; class.predicates.len()];
        for predicate in &class.predicates {
            ancestors.add(predicate.id, class, &mut seen_for);
        }
        ancestors
    }

    /// Appends the levels of one branch. A predicate counts at its nearest level only.
    fn add(&mut self, predicate: PredicateId, class: &ClassUnderTest, seen_for: &mut [Option<PredicateId>]) {
        seen_for[predicate.index()] = Some(predicate);
        let mut level = class.predicates[predicate.index()].dependences.clone();
        loop {
            level.retain(|dependence| seen_for[dependence.predicate.index()] != Some(predicate));
            level.sort_unstable_by_key(|dependence| (dependence.predicate, dependence.outcome));
            level.dedup();
            if level.is_empty() {
                break;
            }
            for dependence in &level {
                seen_for[dependence.predicate.index()] = Some(predicate);
            }
            self.dependences.extend_from_slice(&level);
            self.level_ends.push(self.dependences.len() as u32);
            level = level
                .iter()
                .flat_map(|dependence| &class.predicates[dependence.predicate.index()].dependences)
                .copied()
                .collect();
        }
        self.first_level.push(self.level_ends.len() as u32);
    }

    /// The levels above a branch, nearest first.
    pub(crate) fn levels(
        &self,
        predicate: PredicateId,
    ) -> impl ExactSizeIterator<Item = &[ControlDependence]> {
        let first = self.first_level[predicate.index()] as usize;
        let last = self.first_level[predicate.index() + 1] as usize;
        (first..last).map(|level| {
            let start = if level == 0 { 0 } else { self.level_ends[level - 1] as usize };
            &self.dependences[start..self.level_ends[level] as usize]
        })
    }
}
