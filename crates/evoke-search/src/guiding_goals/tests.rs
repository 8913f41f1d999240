//! Goals of a class made by hand, and those that are selected of them.

use evoke_analysis::{
    ArithmeticOperator, BitwiseOperator, ConstantReplacement, ContextId, Line, LineId, MethodId, MutantId,
    Mutation, Outcome, PartId, Predicate, PredicateId, PredicateKind, Relation, UnaryOperator,
};

use super::*;
use crate::{AlgorithmName, LateGoalsConfig};

/// A public method 0 with branch 0 and a private method 1 with branch 1; lines that end blocks of 1, 7, 8, 20 and no lines;
/// a mutant of every kind that selection tells apart.
fn class(criteria: &[Criterion]) -> ClassUnderTest {
    let mut class = ClassUnderTest { criteria: criteria.to_vec(), ..ClassUnderTest::default() };
    for id in 0..2 {
        class.predicates.push(Predicate {
            id: PredicateId(id),
            method: MethodId(id),
            offset: 0,
            kind: PredicateKind::Jump(0x9f),
            line: None,
            dependences: Vec::new(),
        });
    }
    for (id, ends_block_of) in [1, 7, 8, 20, 0].into_iter().enumerate() {
        let id = LineId(id as u32);
        let (method, number, dependences) = (MethodId(0), id.0 as u16, Vec::new());
        class.lines.push(Line { id, method, number, dependences, ends_block_of });
    }
    for (id, mutation) in mutations().into_iter().enumerate() {
        let id = MutantId(id as u32);
        let (method, dependences) = (MethodId(0), Vec::new());
        class.mutants.push(Mutant { id, method, offset: 0, line: None, mutation, dependences });
    }
    for (criterion, kind, name) in goals() {
        if criteria.contains(&criterion) {
            let id = GoalId(class.goals.len() as u32);
            class.goals.push(Goal { id, criterion, kind, name: name.to_owned() });
        }
    }
    class
}

fn mutations() -> [Mutation; 7] {
    let (and, or, xor) = (BitwiseOperator::And, BitwiseOperator::Or, BitwiseOperator::Xor);
    let (add, subtract) = (ArithmeticOperator::ALL[0], ArithmeticOperator::ALL[1]);
    [
        Mutation::Bitwise { original: and, replacement: or },
        Mutation::Bitwise { original: and, replacement: xor },
        Mutation::Arithmetic { original: add, replacement: subtract },
        Mutation::Comparison { original: Relation(1), replacement: Relation(3) },
        Mutation::Constant(ConstantReplacement::Zero),
        Mutation::Unary(UnaryOperator::Negate),
        Mutation::CallDeletion,
    ]
}

fn goals() -> Vec<(Criterion, GoalKind, &'static str)> {
    use Criterion as C;
    let outcomes = |predicate| {
        [Outcome::True, Outcome::False].map(|outcome| GoalKind::Branch(PredicateId(predicate), outcome))
    };
    let [public_true, public_false] = outcomes(0);
    let [private_true, private_false] = outcomes(1);
    let direct = |outcome| GoalKind::BranchIn(ContextId::TEST, PredicateId(0), outcome);
    let mut goals = vec![
        (C::Branch, public_true, "public true"),
        (C::Branch, public_false, "public false"),
        (C::Branch, private_true, "private true"),
        (C::Branch, private_false, "private false"),
        (C::Branch, GoalKind::MethodEntry(MethodId(2)), "entry"),
        (C::DirectBranch, direct(Outcome::True), "direct true"),
        (C::DirectBranch, direct(Outcome::False), "direct false"),
        (C::DirectBranch, GoalKind::EntryIn(ContextId::TEST, MethodId(2)), "direct entry"),
        (C::TopLevelMethod, GoalKind::Call(MethodId(0)), "called"),
        (C::NoExceptionTopLevelMethod, GoalKind::Return(MethodId(0)), "returns"),
        (C::Output, GoalKind::ValuePart(PartId(0)), "output"),
        (C::Input, GoalKind::ValuePart(PartId(1)), "input"),
        (C::Method, GoalKind::MethodEntry(MethodId(0)), "entered"),
    ];
    let lines = ["1 line", "7 lines", "8 lines", "20 lines", "inner line"];
    goals.extend((0..).zip(lines).map(|(id, name)| (C::Line, GoalKind::Line(LineId(id)), name)));
    let mutants = ["& |", "& ^", "+ -", "< <=", "constant", "unary", "call"];
    goals
        .extend((0..).zip(mutants).map(|(id, name)| (C::WeakMutation, GoalKind::Mutant(MutantId(id)), name)));
    goals
}

/// Names of the goals that guide.
fn selected(criteria: &[Criterion], config: &SearchConfig) -> Vec<String> {
    let class = class(criteria);
    let guides = select_goals(&class, config);
    guides.iter().map(|goal| class.goals[goal.index()].name.clone()).collect()
}

fn smart(algorithm: AlgorithmName) -> SearchConfig {
    SearchConfig { goal_selection: GoalSelection::Smart, ..SearchConfig::for_algorithm(algorithm) }
}

const BRANCHES: [&str; 5] = ["public true", "public false", "private true", "private false", "entry"];
const REPRESENTED: [&str; 5] = ["direct true", "direct false", "direct entry", "returns", "output"];
const LINES_AND_MUTANTS: [&str; 5] = ["8 lines", "20 lines", "& |", "+ -", "< <="];

#[test]
fn smart_selection_keeps_representatives_and_what_they_do_not_imply() {
    let selected = selected(&Criterion::ORIGINAL_COMBINATION, &smart(AlgorithmName::Mosa));
    let private = ["private true", "private false"];
    assert_eq!(selected, [&private[..], &REPRESENTED, &LINES_AND_MUTANTS].concat());
}

#[test]
fn algorithms_that_follow_control_dependences_keep_branches() {
    let selected = selected(&Criterion::ORIGINAL_COMBINATION, &smart(AlgorithmName::Dynamosa));
    assert_eq!(selected, [&BRANCHES[..], &REPRESENTED, &LINES_AND_MUTANTS].concat());
}

#[test]
fn line_threshold_decides_which_blocks_are_long() {
    let lines = |line_threshold| {
        let config = SearchConfig { line_threshold, ..smart(AlgorithmName::Mosa) };
        let mut selected = selected(&[Criterion::Branch, Criterion::Line], &config);
        selected.retain(|name| name.contains("line"));
        selected
    };
    assert_eq!(lines(1), ["1 line", "7 lines", "8 lines", "20 lines"]);
    assert_eq!(lines(9), ["20 lines"]);
    assert_eq!(lines(21), [""; 0]);
}

#[test]
fn first_criterion_of_a_group_that_is_asked_for_stands_for_it() {
    let selected = |criteria: &[Criterion]| selected(criteria, &smart(AlgorithmName::Mosa));
    assert_eq!(
        selected(&[Criterion::Branch, Criterion::TopLevelMethod]),
        [&BRANCHES[..], &["called"]].concat()
    );
    assert_eq!(selected(&[Criterion::WeakMutation]).len(), mutations().len());
    assert_eq!(selected(&[Criterion::Line]).len(), 5);
    let line_and_mutants = selected(&[Criterion::Line, Criterion::WeakMutation]);
    assert_eq!(line_and_mutants[5..], ["& |", "+ -", "< <="]);
}

#[test]
fn criteria_without_a_group_keep_their_goals() {
    let selected = selected(&[Criterion::Input, Criterion::Method], &smart(AlgorithmName::Mosa));
    assert_eq!(selected, ["input", "entered"]);
}

#[test]
fn branches_alone_guide_where_that_is_asked_for() {
    let config = SearchConfig { goal_selection: GoalSelection::BranchOnly, ..SearchConfig::default() };
    assert_eq!(selected(&Criterion::ORIGINAL_COMBINATION, &config), BRANCHES);
    let direct = selected(&[Criterion::DirectBranch, Criterion::Line], &config);
    assert_eq!(direct, ["direct true", "direct false", "direct entry"]);
}

#[test]
fn selection_that_would_leave_no_goal_takes_all() {
    let config = SearchConfig { goal_selection: GoalSelection::BranchOnly, ..SearchConfig::default() };
    assert_eq!(selected(&[Criterion::Output], &config), ["output"]);
}

#[test]
fn exceptions_guide_unless_branches_alone_do() {
    let class = class(&Criterion::ORIGINAL_COMBINATION);
    let found = GoalId(class.goals.len() as u32);
    for (goal_selection, guides) in
        [(GoalSelection::All, true), (GoalSelection::Smart, true), (GoalSelection::BranchOnly, false)]
    {
        let config = SearchConfig { goal_selection, ..SearchConfig::default() };
        assert_eq!(select_goals(&class, &config).contains(found), guides, "{goal_selection:?}");
    }
}

#[test]
fn goals_of_late_criteria_guide_late_where_others_are_left() {
    let class = class(&[Criterion::Branch, Criterion::WeakMutation]);
    let late = |algorithm, criteria: &[Criterion]| -> Vec<String> {
        let late =
            LateGoalsConfig { criteria: criteria.iter().copied().collect(), ..LateGoalsConfig::default() };
        let guides = select_goals(&class, &SearchConfig { late, ..SearchConfig::for_algorithm(algorithm) });
        assert_eq!(guides.iter().count(), class.goals.len());
        guides
            .iter()
            .filter(|goal| guides.is_late(*goal))
            .map(|goal| class.goals[goal.index()].name.clone())
            .collect()
    };
    let mutants = ["& |", "& ^", "+ -", "< <=", "constant", "unary", "call"];
    assert_eq!(late(AlgorithmName::Dynamosa, &[Criterion::WeakMutation]), mutants);
    assert_eq!(late(AlgorithmName::WholeSuite, &[Criterion::WeakMutation]), [""; 0], "it has no frontier");
    let both = [Criterion::Branch, Criterion::WeakMutation];
    assert_eq!(late(AlgorithmName::Dynamosa, &both), [""; 0], "nothing else is left");
}
