//! Rows of conditions, each run as `if (condition) { … }` in a method of its own.

use std::fmt::Write as _;

use evoke_analysis::{GoalKind, Outcome, PredicateKind};
use evoke_search::goal_fitness;

use crate::subject::{Runs, Subject, nu};

/// Parameters, arguments, condition, and the branch distances to its holding and to its not holding.
pub(crate) type Row = (&'static str, &'static str, &'static str, f64, f64);

/// Checks the fitness of both outcomes of every condition, which is `nu` of its distance, since every condition is reached. `opcodes` are
/// jumps that have to be among those that decide the conditions. The class and others beside it have these members too.
pub(crate) fn check(test: &str, rows: &[Row], opcodes: &[u8], members: &str, others: &str) {
    let mut source = format!("static int n; {members}");
    for (index, (parameters, arguments, condition, ..)) in rows.iter().enumerate() {
        write!(source, " public static void run{index}() {{ f{index}({arguments}); }}").expect("room");
        write!(source, " static void f{index}({parameters}) {{ if ({condition}) {{ n++; }} }}")
            .expect("room");
    }
    Subject { others, ..Subject::new(&source) }.on_every_jdk(test, |runs| {
        for (index, (_, arguments, condition, to_hold, not_to_hold)) in rows.iter().enumerate() {
            let measured = both_outcomes(runs, index);
            assert_eq!(measured, (nu(*to_hold), nu(*not_to_hold)), "{condition} with {arguments}");
        }
        for opcode in opcodes {
            let jump = PredicateKind::Jump(*opcode);
            let decides = runs.class.predicates.iter().any(|predicate| predicate.kind == jump);
            assert!(decides, "no condition is decided by the opcode {opcode}");
        }
    });
}

/// The fitness for the condition of a row to hold, and not to. `javac` jumps over what is guarded, so that the jump is taken where the condition
/// does not hold.
fn both_outcomes(runs: &mut Runs<'_>, index: usize) -> (f64, f64) {
    let trace = runs.call(&format!("run{index}"));
    let predicates = runs.predicates(&format!("f{index}"));
    let [predicate] = predicates[..] else { unreachable!("one predicate for each row, not {predicates:?}") };
    let fitness = |outcome| {
        let mut goals = runs.class.goals.iter();
        let goal = goals.find(|goal| goal.kind == GoalKind::Branch(predicate, outcome)).expect("a goal");
        goal_fitness(runs.class, goal.id, &trace)
    };
    (fitness(Outcome::False), fitness(Outcome::True))
}
