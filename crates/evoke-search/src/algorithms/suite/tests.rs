//! The fitness of suites by hand.

use std::time::Duration;

use evoke_analysis::{Criterion, Goal, Line, LineId, MethodId, MethodUnderTest, Predicate, PredicateKind};
use evoke_testcase::{PredicateRecord, TestCase};

use super::*;

/// One method with one predicate and a line behind its true outcome; goals: true, false, line.
fn class() -> ClassUnderTest {
    let method = MethodId(0);
    let dependence = evoke_analysis::ControlDependence { predicate: PredicateId(0), outcome: Outcome::True };
    let mut class = ClassUnderTest::default();
    class.methods.push(MethodUnderTest {
        id: method,
        class: "Fake".into(),
        name: "m".to_owned(),
        descriptor: "(I)V".to_owned(),
        source_name: "Fake.m(int)".to_owned(),
        access_flags: 9,
        has_goals: true,
    });
    class.predicates.push(Predicate {
        id: PredicateId(0),
        method,
        offset: 0,
        kind: PredicateKind::Jump(0x9f),
        line: None,
        dependences: Vec::new(),
    });
    class.lines.push(Line {
        id: LineId(0),
        method,
        number: 1,
        dependences: vec![dependence],
        ends_block_of: 1,
    });
    let kinds = [
        GoalKind::Branch(PredicateId(0), Outcome::True),
        GoalKind::Branch(PredicateId(0), Outcome::False),
        GoalKind::Line(LineId(0)),
    ];
    for (index, kind) in kinds.into_iter().enumerate() {
        let id = GoalId(index as u32);
        class.goals.push(Goal { id, criterion: Criterion::Branch, kind, name: String::new() });
    }
    class
}

fn ran(distance_true: f64, executions: u32) -> EvaluatedTest {
    let record =
        PredicateRecord { predicate: PredicateId(0), distance_true, distance_false: 0.0, executions };
    let trace =
        ExecutionTrace { predicates: vec![record], methods: vec![MethodId(0)], ..ExecutionTrace::default() };
    EvaluatedTest {
        test: Arc::new(TestCase::default()),
        trace,
        ends_with_throw: false,
        is_doubtful: false,
        took: Duration::ZERO,
    }
}

/// The fitness of a suite where nothing is settled.
fn fitness_of(fitness: &mut SuiteFitness<'_>, tests: &[Arc<SuiteTest>]) -> f64 {
    let archive = Archive::new(GuidingGoals::all(3));
    fitness
        .of(tests, Settled { archive: &archive, entered_methods: &[false], archiving: Archiving::EveryTest })
}

#[test]
fn empty_suite_is_as_far_as_can_be() {
    let class = class();
    // One method, two branches, and a line at two levels beyond its predicate: nu(1 + nu(2)).
    let line = normalise(1.0 + normalise(2.0));
    let mut fitness = SuiteFitness::new(&class, &GuidingGoals::all(3));
    assert!((fitness_of(&mut fitness, &[]) - (1.0 + 2.0 + line)).abs() < 1e-12);
}

#[test]
fn distance_counts_only_after_a_second_execution() {
    let class = class();
    let mut fitness = SuiteFitness::new(&class, &GuidingGoals::all(3));
    let line = normalise(1.0 + normalise(normalise(3.0)));
    let once = fitness.test(ran(3.0, 1));
    assert!((fitness_of(&mut fitness, std::slice::from_ref(&once)) - (1.0 + line)).abs() < 1e-12);
    let twice = fitness.test(ran(3.0, 2));
    assert!((fitness_of(&mut fitness, &[twice]) - (0.75 + line)).abs() < 1e-12);
    let other = fitness.test(ran(9.0, 1));
    assert!(
        (fitness_of(&mut fitness, &[once, other]) - (0.75 + line)).abs() < 1e-12,
        "summed over the suite"
    );
}

/// The fitness of the empty suite where a test of another suite covered the true outcome and the line.
fn fitness_after_another(class: &ClassUnderTest, archiving: Archiving) -> f64 {
    let mut archive = Archive::new(GuidingGoals::all(3));
    archive.offer(GoalId(0), &Arc::new(TestCase::default()));
    archive.offer(GoalId(2), &Arc::new(TestCase::default()));
    let settled = Settled { archive: &archive, entered_methods: &[true], archiving };
    SuiteFitness::new(class, &GuidingGoals::all(3)).of(&[], settled)
}

#[test]
fn goals_of_the_archive_and_entered_methods_leave_the_fitness() {
    assert_eq!(fitness_after_another(&class(), Archiving::EveryTest), 1.0, "the false outcome is left");
}

#[test]
fn without_an_archive_only_what_class_initialisers_did_leaves_the_fitness() {
    let mut class = class();
    let all = 1.0 + 2.0 + normalise(1.0 + normalise(2.0));
    assert!((fitness_after_another(&class, Archiving::BestSuite) - all).abs() < 1e-12);
    class.methods[0].name = "<clinit>".to_owned();
    assert_eq!(fitness_after_another(&class, Archiving::BestSuite), 1.0);
}
