//! The subsumption table, derived again over all pairs of 8-bit operands.

use super::*;

/// The inputs that tell a mutant from the original.
fn kills(mutation: &Mutation) -> Vec<bool> {
    let operands = i8::MIN..=i8::MAX;
    let pairs = operands.clone().flat_map(|left| operands.clone().map(move |right| (left, right)));
    pairs.map(|(left, right)| is_killed(mutation, left, right)).collect()
}

fn is_killed(mutation: &Mutation, left: i8, right: i8) -> bool {
    match mutation {
        Mutation::Arithmetic { original, replacement } => {
            original.apply(left, right) != replacement.apply(left, right)
        }
        Mutation::Bitwise { original, replacement } => {
            original.apply(left, right) != replacement.apply(left, right)
        }
        Mutation::Comparison { original, replacement } => {
            let (left, right) = (left.into(), right.into());
            original.holds(left, right) != replacement.holds(left, right)
        }
        other => unreachable!("no operands: {other:?}"),
    }
}

/// Mutations of one instruction, for all instructions whose mutants can subsume each other.
fn groups() -> Vec<Vec<Mutation>> {
    let arithmetic = ArithmeticOperator::ALL.map(|original| {
        let others = ArithmeticOperator::ALL.into_iter().filter(|it| *it != original);
        others.map(|replacement| Mutation::Arithmetic { original, replacement }).collect()
    });
    let bitwise = BitwiseOperator::ALL.map(|original| {
        let others = BitwiseOperator::ALL.into_iter();
        let others = others.filter(|it| *it != original && it.is_shift() == original.is_shift());
        others.map(|replacement| Mutation::Bitwise { original, replacement }).collect()
    });
    let relations = (1..7).map(Relation);
    let comparison = relations.map(|original| {
        original.replacements().map(|replacement| Mutation::Comparison { original, replacement }).to_vec()
    });
    arithmetic.into_iter().chain(bitwise).chain(comparison).collect()
}

/// Whether every input that kills `killer` kills `mutant` too, which falls to nothing if no input kills `killer`.
fn is_implied(mutant: &[bool], killer: &[bool]) -> bool {
    killer.contains(&true) && mutant.iter().zip(killer).all(|(mutant, killer)| *mutant || !killer)
}

#[test]
fn subsumption_table_is_what_all_8_bit_operands_give() {
    for mutants in groups() {
        let kills: Vec<Vec<bool>> = mutants.iter().map(kills).collect();
        for (position, mutant) in mutants.iter().enumerate() {
            let expected = (0..mutants.len()).any(|other| {
                let implied = other != position && is_implied(&kills[position], &kills[other]);
                let equal = implied && is_implied(&kills[other], &kills[position]);
                implied && (!equal || other < position)
            });
            assert_eq!(is_subsumed(mutant), expected, "{mutant:?}");
        }
    }
}

#[test]
fn every_operator_has_a_typical_replacement_that_none_subsumes() {
    for mutants in groups() {
        let typical = mutants.iter().filter(|it| it.is_typical() && !is_subsumed(it));
        let n_expected = match mutants[0] {
            // `<` and its like become `<=` and never hold; `==` and `!=` have no boundary.
            Mutation::Comparison { original: Relation::EQUAL | Relation::UNEQUAL, .. } => 1,
            Mutation::Comparison { .. } => 2,
            _ => 1,
        };
        assert_eq!(typical.count(), n_expected, "{:?}", mutants[0]);
    }
}
