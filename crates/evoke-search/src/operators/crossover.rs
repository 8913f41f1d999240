//! Single-point relative crossover: one fraction `a`; a child is the first `a` of one parent and the last `1 - a` of
//! the other. References that the cut broke are rebound to a variable of the type, else what they need is generated.
//! With HMX the data of the children is crossed, too.

use evoke_testcase::{TestCase, VariableRef, debug_verify};
use rand::Rng;

use super::hmx::cross_data;
use crate::generation::{Fragment, Requirement, Supply, TestFactory, choose_fitting, requirements};
use crate::{CrossoverName, SearchRng};

/// Two children; `None` stands for one that would be longer than the cap, for which its parent is kept.
pub(crate) fn cross_over(
    first: &TestCase,
    second: &TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> [Option<TestCase>; 2] {
    let fraction: f64 = rng.random();
    let first_cut = (fraction * first.len() as f64) as usize;
    let second_cut = (fraction * second.len() as f64) as usize;
    let children = [
        join(first, first_cut, second, second_cut, factory, rng),
        join(second, second_cut, first, first_cut, factory, rng),
    ];
    let children = match factory.config.crossover {
        CrossoverName::SinglePoint => children,
        CrossoverName::Hmx => {
            // A child that was dropped for its parent takes part as that parent.
            let [child, other] = children;
            let mut child = child.unwrap_or_else(|| first.clone());
            let mut other = other.unwrap_or_else(|| second.clone());
            let index = factory.config.sbx_distribution_index;
            cross_data(&mut child, &mut other, index, factory.cluster, rng);
            [Some(child), Some(other)]
        }
    };
    for child in children.iter().flatten() {
        debug_verify(child, factory.cluster, "crossover");
    }
    children
}

/// The head of one test and the tail of another.
fn join(
    head: &TestCase,
    head_cut: usize,
    tail: &TestCase,
    tail_cut: usize,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<TestCase> {
    if head_cut + tail.len() - tail_cut > factory.config.max_length {
        return None;
    }
    let mut child = TestCase::new(head.statements()[..head_cut].to_vec());
    let mut moved: Vec<Option<VariableRef>> = vec![None; tail.len()];
    for position in tail_cut..tail.len() {
        moved[position] = append_repaired(&mut child, tail, position, &moved, factory, rng);
        if child.len() > factory.config.max_length {
            return None;
        }
    }
    Some(child)
}

/// Appends a statement of another test; `None` where something it needs cannot be had.
fn append_repaired(
    child: &mut TestCase,
    source: &TestCase,
    position: usize,
    moved: &[Option<VariableRef>],
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<VariableRef> {
    let mut statement = source.statements()[position].clone();
    let requirements = requirements(source, position, factory.cluster);
    let mut fragment = Fragment::new(child, child.len(), factory.config.max_length);
    let mut reference = 0;
    let mut complete = true;
    statement.map_references(|old| {
        let requirement = requirements[reference];
        reference += 1;
        let found = moved[old.index()]
            .or_else(|| choose_fitting(requirement, fragment.variables(), factory.cluster, rng))
            .or_else(|| match requirement {
                Requirement::Receiver(_) | Requirement::Argument(_) | Requirement::FileName => {
                    factory.fill(&mut fragment, requirement, 0, rng)
                }
                Requirement::Array { .. } => None,
            });
        complete &= found.is_some();
        found.unwrap_or(old)
    });
    if !complete {
        return None;
    }
    for needed in fragment.into_statements() {
        child.push(needed);
    }
    Some(child.push(statement))
}
