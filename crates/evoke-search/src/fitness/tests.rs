//! Fitness against a slow computation straight from the definitions, on random graphs and traces.

use evoke_analysis::{
    Branch, BranchId, BranchKind, ControlDependence, Criterion, Goal, Line, LineId, MethodId,
    MethodUnderTest, Outcome,
};
use evoke_testcase::{BranchRecord, ExecutionTrace};
use proptest::prelude::*;

use super::*;

const N_BRANCHES: usize = 12;
const N_LINES: usize = 4;

fn dependences() -> impl Strategy<Value = Vec<ControlDependence>> {
    let dependence = (0..N_BRANCHES as u32, any::<bool>()).prop_map(|(branch, taken)| ControlDependence {
        branch: BranchId(branch),
        outcome: if taken { Outcome::True } else { Outcome::False },
    });
    prop::collection::vec(dependence, 0..3)
}

/// One method with branches and lines that depend on any branches, cycles included.
fn classes() -> impl Strategy<Value = ClassUnderTest> {
    let branches = prop::collection::vec(dependences(), N_BRANCHES);
    let lines = prop::collection::vec(dependences(), N_LINES);
    (branches, lines).prop_map(|(branches, lines)| class(branches, lines))
}

fn class(branches: Vec<Vec<ControlDependence>>, lines: Vec<Vec<ControlDependence>>) -> ClassUnderTest {
    let method = MethodId(0);
    let mut class = ClassUnderTest::default();
    class.methods.push(MethodUnderTest {
        id: method,
        class: "A".into(),
        name: "m".to_owned(),
        descriptor: "()V".to_owned(),
        access_flags: 1,
        has_goals: true,
    });
    let mut kinds = vec![(Criterion::Branch, GoalKind::MethodEntry(method))];
    for (index, dependences) in branches.into_iter().enumerate() {
        let id = BranchId(index as u32);
        let kind = BranchKind::Jump(0x9f);
        class.branches.push(Branch { id, method, offset: id.0, kind, line: None, dependences });
        kinds.push((Criterion::Branch, GoalKind::Branch(id, Outcome::True)));
        kinds.push((Criterion::Branch, GoalKind::Branch(id, Outcome::False)));
    }
    for (index, dependences) in lines.into_iter().enumerate() {
        let id = LineId(index as u32);
        class.lines.push(Line { id, method, number: index as u16, dependences });
        kinds.push((Criterion::Line, GoalKind::Line(id)));
    }
    class.goals = kinds
        .into_iter()
        .enumerate()
        .map(|(index, (criterion, kind))| Goal {
            id: GoalId(index as u32),
            criterion,
            kind,
            name: String::new(),
        })
        .collect();
    class
}

/// Some branches and lines ran; the method was entered if any did, or perhaps without.
fn traces() -> impl Strategy<Value = ExecutionTrace> {
    let distances = prop::option::weighted(0.3, (0_u8..9, 0_u8..9));
    let branches = prop::collection::vec(distances, N_BRANCHES);
    let lines = prop::collection::vec(prop::bool::weighted(0.3), N_LINES);
    (branches, lines, any::<bool>()).prop_map(|(branches, lines, entered)| {
        let branches: Vec<BranchRecord> = branches
            .into_iter()
            .enumerate()
            .filter_map(|(index, distances)| {
                let (distance_true, distance_false) = distances?;
                Some(record(index as u32, distance_true.into(), distance_false.into()))
            })
            .collect();
        let lines: Vec<LineId> = (0..N_LINES as u32).map(LineId).filter(|line| lines[line.index()]).collect();
        let entered = entered || !branches.is_empty() || !lines.is_empty();
        ExecutionTrace {
            branches,
            lines,
            methods: if entered { vec![MethodId(0)] } else { Vec::new() },
            ..ExecutionTrace::default()
        }
    })
}

fn record(branch: u32, distance_true: f64, distance_false: f64) -> BranchRecord {
    BranchRecord { branch: BranchId(branch), distance_true, distance_false, executions: 1 }
}

/// `D` from the definition: approach level by shortest paths over control dependences, computed anew for every question.
fn slow_branch_fitness(
    branch: BranchId,
    outcome: Outcome,
    class: &ClassUnderTest,
    trace: &ExecutionTrace,
) -> f64 {
    let nu = |x: f64| x / (x + 1.0);
    if let Some(record) = trace.branch(branch) {
        return nu(record.distance(outcome));
    }
    let mut level_of = vec![usize::MAX; class.branches.len()];
    level_of[branch.index()] = 0;
    for _ in 0..class.branches.len() {
        for from in &class.branches {
            for to in &from.dependences {
                let level = level_of[from.id.index()].saturating_add(1);
                level_of[to.branch.index()] = level_of[to.branch.index()].min(level);
            }
        }
    }
    let n_levels = level_of.iter().filter(|level| **level != usize::MAX).max().copied().unwrap_or(0);
    if trace.methods.is_empty() {
        return n_levels as f64 + 2.0;
    }
    let mut best = n_levels as f64 + 1.0;
    for from in &class.branches {
        for to in &from.dependences {
            let level = level_of[to.branch.index()];
            let is_on_a_shortest_path =
                level_of[from.id.index()] != usize::MAX && level == level_of[from.id.index()] + 1;
            if let Some(record) = trace.branch(to.branch)
                && is_on_a_shortest_path
            {
                best = best.min(level as f64 + nu(record.distance(to.outcome)));
            }
        }
    }
    best
}

fn slow_fitness(goal: GoalKind, class: &ClassUnderTest, trace: &ExecutionTrace) -> f64 {
    let nu = |x: f64| x / (x + 1.0);
    match goal {
        GoalKind::Branch(branch, outcome) => slow_branch_fitness(branch, outcome, class, trace),
        GoalKind::MethodEntry(_) => f64::from(u8::from(trace.methods.is_empty())),
        GoalKind::Line(line) if trace.lines.contains(&line) => 0.0,
        GoalKind::Line(line) => {
            let dependences = &class.lines[line.index()].dependences;
            let nearest = dependences
                .iter()
                .map(|dependence| slow_branch_fitness(dependence.branch, dependence.outcome, class, trace))
                .min_by(f64::total_cmp)
                .unwrap_or(f64::from(u8::from(trace.methods.is_empty())));
            1.0 + nu(nearest)
        }
    }
}

proptest! {
    #[test]
    fn fitness_agrees_with_its_definition(class in classes(), traces in prop::collection::vec(traces(), 1..4)) {
        let functions = FitnessFunctions::new(&class);
        let mut index = TraceIndex::new(&class);
        for trace in &traces {
            let indexed = index.index(trace);
            for goal in &class.goals {
                let fitness = functions.fitness(goal.id, &indexed);
                prop_assert_eq!(fitness, slow_fitness(goal.kind, &class, trace), "{:?}", goal.kind);
                prop_assert_eq!(fitness == 0.0, trace.covers(goal.kind), "{:?}", goal.kind);
            }
        }
    }
}

/// `if (b0) if (b1) if (b2)`, with a line inside.
fn chain() -> ClassUnderTest {
    let inside = |branch| vec![ControlDependence { branch: BranchId(branch), outcome: Outcome::True }];
    class(vec![Vec::new(), inside(0), inside(1)], vec![inside(2)])
}

fn fitness_in_chain(goal: GoalKind, branches: Vec<BranchRecord>, methods: Vec<MethodId>) -> f64 {
    let class = chain();
    let trace = ExecutionTrace { branches, methods, ..ExecutionTrace::default() };
    let goal = class.goals.iter().find(|other| other.kind == goal).expect("a goal of the class").id;
    FitnessFunctions::new(&class).fitness(goal, &TraceIndex::new(&class).index(&trace))
}

#[test]
fn approach_level_counts_dependences_up_to_the_nearest_predicate_that_ran() {
    let innermost = GoalKind::Branch(BranchId(2), Outcome::True);
    let entered = || vec![MethodId(0)];
    let fitness = |branches| fitness_in_chain(innermost, branches, entered());
    assert_eq!(fitness(vec![record(0, 3.0, 0.0)]), 2.75);
    assert_eq!(fitness(vec![record(0, 0.0, 1.0), record(1, 1.0, 0.0)]), 1.5);
    assert_eq!(fitness(vec![record(0, 0.0, 1.0), record(1, 0.0, 1.0), record(2, 1.0, 0.0)]), 0.5);
}

#[test]
fn never_entered_method_is_farther_than_anything_inside_it() {
    let innermost = GoalKind::Branch(BranchId(2), Outcome::True);
    let far_inside = fitness_in_chain(innermost, vec![record(0, 1e300, 0.0)], vec![MethodId(0)]);
    let entered = fitness_in_chain(innermost, Vec::new(), vec![MethodId(0)]);
    let not_entered = fitness_in_chain(innermost, Vec::new(), Vec::new());
    assert!(far_inside <= entered && entered < not_entered);
    assert_eq!((entered, not_entered), (3.0, 4.0));
}

#[test]
fn infinite_distance_is_normalised_to_one() {
    assert_eq!(normalise(f64::INFINITY), 1.0);
    assert_eq!(normalise(0.0), 0.0);
}
