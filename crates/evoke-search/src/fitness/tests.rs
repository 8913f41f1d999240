//! Fitness against a slow computation straight from the definitions, on random graphs and traces; and that whatever says
//! that a goal is covered says the same.

use evoke_analysis::{
    CallContext, ClassUnderTest, ContextId, ControlDependence, Criterion, EscapedException, ExceptionCause,
    Goal, GoalId, GoalKind, Line, LineId, MethodId, MethodUnderTest, Mutant, MutantId, Mutation, Outcome,
    PartId, Partition, PartitionKind, Predicate, PredicateId, PredicateKind, Relation, ValueDomain,
};
use evoke_testcase::{
    CallRecord, ContextTrace, Difference, ExecutionTrace, KillRecord, MutantRecord, PredicateRecord,
    ReachVisitor, ValueRecord, is_covered,
};
use proptest::prelude::*;

use super::*;
use crate::coverage::CoverageTable;
use crate::kind_positions::KindPositions;

const N_BRANCHES: usize = 12;
const N_LINES: usize = 4;
const N_PARTS: usize = 3;

fn dependences() -> impl Strategy<Value = Vec<ControlDependence>> {
    let dependence = (0..N_BRANCHES as u32, any::<bool>()).prop_map(|(predicate, taken)| ControlDependence {
        predicate: PredicateId(predicate),
        outcome: if taken { Outcome::True } else { Outcome::False },
    });
    prop::collection::vec(dependence, 0..3)
}

/// One method with branches and lines that depend on any branches, cycles included.
fn classes() -> impl Strategy<Value = ClassUnderTest> {
    let predicates = prop::collection::vec(dependences(), N_BRANCHES);
    let lines = prop::collection::vec(dependences(), N_LINES);
    (predicates, lines).prop_map(|(predicates, lines)| class(predicates, lines))
}

fn class(predicates: Vec<Vec<ControlDependence>>, lines: Vec<Vec<ControlDependence>>) -> ClassUnderTest {
    let method = MethodId(0);
    let mut class = ClassUnderTest::default();
    class.methods.push(MethodUnderTest {
        id: method,
        class: "A".into(),
        name: "m".to_owned(),
        descriptor: "()V".to_owned(),
        source_name: "A.m()".to_owned(),
        access_flags: 1,
        has_goals: true,
    });
    class.contexts = vec![CallContext { id: ContextId::TEST, sites: Vec::new(), targets: vec![method] }];
    let mut kinds = vec![(Criterion::Branch, GoalKind::MethodEntry(method))];
    for (index, dependences) in predicates.into_iter().enumerate() {
        let id = PredicateId(index as u32);
        let kind = PredicateKind::Jump(0x9f);
        class.predicates.push(Predicate { id, method, offset: id.0, kind, line: None, dependences });
        kinds.push((Criterion::Branch, GoalKind::Branch(id, Outcome::True)));
        kinds.push((Criterion::Branch, GoalKind::Branch(id, Outcome::False)));
        kinds.push((Criterion::DirectBranch, GoalKind::BranchIn(ContextId::TEST, id, Outcome::True)));
    }
    kinds.push((Criterion::DirectBranch, GoalKind::EntryIn(ContextId::TEST, method)));
    for (index, dependences) in lines.into_iter().enumerate() {
        let id = LineId(index as u32);
        let mutant = MutantId(index as u32);
        let change = Mutation::Comparison { original: Relation(1), replacement: Relation(0) };
        class.mutants.push(Mutant {
            id: mutant,
            method,
            offset: 0,
            line: None,
            mutation: change,
            dependences: dependences.clone(),
        });
        kinds.push((Criterion::WeakMutation, GoalKind::Mutant(mutant)));
        kinds.push((Criterion::StrongMutation, GoalKind::Kill(mutant)));
        class.lines.push(Line { id, method, number: index as u16, dependences, ends_block_of: 1 });
        kinds.push((Criterion::Line, GoalKind::Line(id)));
    }
    let partition = Partition { kind: PartitionKind::Integer, is_nullable: false };
    class.value_domains.push(ValueDomain { method, parameter: None, partition, first_part: PartId(0) });
    kinds.push((Criterion::TopLevelMethod, GoalKind::Call(method)));
    kinds.push((Criterion::NoExceptionTopLevelMethod, GoalKind::Return(method)));
    kinds.extend((0..N_PARTS as u32).map(|part| (Criterion::Output, GoalKind::ValuePart(PartId(part)))));
    kinds.push((Criterion::Method, GoalKind::MethodEntry(method)));
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

/// Some branches, lines and mutants ran, some branches in direct calls too; the method was entered if any did, or perhaps
/// without; it may have been called, returned something, or thrown.
fn traces() -> impl Strategy<Value = ExecutionTrace> {
    let distances = || prop::collection::vec(prop::option::weighted(0.3, (0_u8..9, 0_u8..9)), N_BRANCHES);
    let lines = prop::collection::vec(prop::bool::weighted(0.3), N_LINES);
    let mutants = prop::collection::vec(prop::option::weighted(0.3, 0_u8..3), N_LINES);
    let kills = prop::collection::vec(prop::option::weighted(0.3, prop::option::of(0_u32..3)), N_LINES);
    let entered = |entered, ran: bool| if entered || ran { vec![MethodId(0)] } else { Vec::new() };
    let values = prop::collection::vec(prop::option::weighted(0.3, 0_u8..3), N_PARTS);
    let calls = (any::<Option<bool>>(), values, any::<bool>());
    let mutants = (mutants, kills);
    (distances(), distances(), lines, mutants, any::<(bool, bool)>(), calls).prop_map(
        move |(all, direct, lines, (mutants, kills), (is_entered, is_called), (returned, values, threw))| {
            let predicates = records(&all);
            let direct_predicates = records(&direct);
            let lines: Vec<LineId> =
                (0..N_LINES as u32).map(LineId).filter(|line| lines[line.index()]).collect();
            let mutants = (0..).map(MutantId).zip(mutants).filter_map(|(mutant, distance)| {
                Some(MutantRecord { mutant, infection_distance: distance?.into() })
            });
            let kills = (0..).map(MutantId).zip(kills).filter_map(|(mutant, n_differing)| {
                let difference = n_differing?.map_or(Difference::Noticed, Difference::Unnoticed);
                Some(KillRecord { mutant, difference })
            });
            ExecutionTrace {
                methods: entered(is_entered, !predicates.is_empty() || !lines.is_empty()),
                contexts: vec![ContextTrace {
                    context: ContextId::TEST,
                    methods: entered(is_called, !direct_predicates.is_empty()),
                    predicates: direct_predicates,
                }],
                predicates,
                lines,
                mutants: mutants.collect(),
                kills: kills.collect(),
                calls: returned
                    .map(|returned| CallRecord { method: MethodId(0), returned })
                    .into_iter()
                    .collect(),
                values: (0..)
                    .map(PartId)
                    .zip(values)
                    .filter_map(|(part, distance)| Some(ValueRecord { part, distance: distance?.into() }))
                    .collect(),
                escaped: threw.then(exception),
                ..ExecutionTrace::default()
            }
        },
    )
}

fn exception() -> EscapedException {
    let class = "java/lang/IllegalStateException".into();
    EscapedException { method: MethodId(0), class, cause: ExceptionCause::Implicit }
}

fn records(distances: &[Option<(u8, u8)>]) -> Vec<PredicateRecord> {
    let ran = (0..).zip(distances);
    ran.filter_map(|(predicate, distances)| {
        let (distance_true, distance_false) = (*distances)?;
        Some(record(predicate, distance_true.into(), distance_false.into()))
    })
    .collect()
}

fn record(predicate: u32, distance_true: f64, distance_false: f64) -> PredicateRecord {
    PredicateRecord { predicate: PredicateId(predicate), distance_true, distance_false, executions: 1 }
}

/// `D` from the definition: approach level by shortest paths over control dependences, computed anew for every question.
fn slow_branch_fitness(
    predicate: PredicateId,
    outcome: Outcome,
    class: &ClassUnderTest,
    trace: &ExecutionTrace,
) -> f64 {
    let nu = |x: f64| x / (x + 1.0);
    if let Some(record) = trace.predicate(predicate) {
        return nu(record.distance(outcome));
    }
    let mut level_of = vec![usize::MAX; class.predicates.len()];
    level_of[predicate.index()] = 0;
    for _ in 0..class.predicates.len() {
        for from in &class.predicates {
            for to in &from.dependences {
                let level = level_of[from.id.index()].saturating_add(1);
                level_of[to.predicate.index()] = level_of[to.predicate.index()].min(level);
            }
        }
    }
    let n_levels = level_of.iter().filter(|level| **level != usize::MAX).max().copied().unwrap_or(0);
    if trace.methods.is_empty() {
        return n_levels as f64 + 2.0;
    }
    let mut best = n_levels as f64 + 1.0;
    for from in &class.predicates {
        for to in &from.dependences {
            let level = level_of[to.predicate.index()];
            let is_on_a_shortest_path =
                level_of[from.id.index()] != usize::MAX && level == level_of[from.id.index()] + 1;
            if let Some(record) = trace.predicate(to.predicate)
                && is_on_a_shortest_path
            {
                best = best.min(level as f64 + nu(record.distance(to.outcome)));
            }
        }
    }
    best
}

fn slow_fitness(goal: &GoalKind, class: &ClassUnderTest, trace: &ExecutionTrace) -> f64 {
    let nu = |x: f64| x / (x + 1.0);
    let is_not_entered = |trace: &ExecutionTrace| f64::from(u8::from(trace.methods.is_empty()));
    let nearest = |dependences: &[ControlDependence]| {
        dependences
            .iter()
            .map(|dependence| slow_branch_fitness(dependence.predicate, dependence.outcome, class, trace))
            .min_by(f64::total_cmp)
            .unwrap_or(is_not_entered(trace))
    };
    match goal {
        GoalKind::Branch(predicate, outcome) => slow_branch_fitness(*predicate, *outcome, class, trace),
        GoalKind::MethodEntry(_) => is_not_entered(trace),
        GoalKind::Line(line) if trace.lines.contains(line) => 0.0,
        GoalKind::Line(line) => 1.0 + nu(nearest(&class.lines[line.index()].dependences)),
        GoalKind::BranchIn(_, predicate, outcome) => {
            slow_branch_fitness(*predicate, *outcome, class, &directly_called(trace))
        }
        GoalKind::EntryIn(..) => is_not_entered(&directly_called(trace)),
        GoalKind::Mutant(mutant) => {
            let record = trace.mutants.iter().find(|record| record.mutant == *mutant);
            record.map_or_else(
                || 1.0 + nearest(&class.mutants[mutant.index()].dependences),
                |record| nu(record.infection_distance),
            )
        }
        GoalKind::Kill(mutant) => match trace.kills.iter().find(|record| record.mutant == *mutant) {
            Some(KillRecord { difference: Difference::Noticed, .. }) => 0.0,
            Some(KillRecord { difference: Difference::Unnoticed(0), .. }) => 1.0,
            Some(KillRecord { difference: Difference::Unnoticed(n_differing), .. }) => {
                nu(1.0 / f64::from(*n_differing))
            }
            None => 1.0 + slow_fitness(&GoalKind::Mutant(*mutant), class, trace),
        },
        GoalKind::Call(_) => f64::from(u8::from(trace.calls.is_empty())),
        GoalKind::Return(_) => trace.calls.first().map_or(1.0, |call| if call.returned { 0.0 } else { 0.5 }),
        GoalKind::ValuePart(part) => {
            let record = trace.values.iter().find(|record| record.part == *part);
            record.map_or(1.0, |record| nu(record.distance))
        }
        GoalKind::Exception(_) => unreachable!("none is known beforehand"),
        GoalKind::Coupled(_) => unreachable!("these classes are no pairs"),
    }
}

/// The part of a trace that the test's own calls made, as if nothing else had run.
fn directly_called(trace: &ExecutionTrace) -> ExecutionTrace {
    ExecutionTrace {
        predicates: trace.contexts[0].predicates.clone(),
        methods: trace.contexts[0].methods.clone(),
        ..ExecutionTrace::default()
    }
}

/// What a run reached, as values.
#[derive(Default)]
struct Kinds(Vec<(GoalKind, f64)>);

impl Kinds {
    fn of(trace: &ExecutionTrace) -> Self {
        let mut kinds = Self::default();
        trace.show_reached(&mut kinds);
        kinds
    }
}

impl ReachVisitor for Kinds {
    fn branch(
        &mut self,
        context: Option<ContextId>,
        predicate: PredicateId,
        outcome: Outcome,
        distance: f64,
    ) {
        let kind = match context {
            None => GoalKind::Branch(predicate, outcome),
            Some(context) => GoalKind::BranchIn(context, predicate, outcome),
        };
        self.0.push((kind, distance));
    }

    fn entry(&mut self, context: Option<ContextId>, method: MethodId) {
        let kind = match context {
            None => GoalKind::MethodEntry(method),
            Some(context) => GoalKind::EntryIn(context, method),
        };
        self.0.push((kind, 0.0));
    }

    fn line(&mut self, line: LineId) {
        self.0.push((GoalKind::Line(line), 0.0));
    }

    fn mutant(&mut self, mutant: MutantId, distance: f64) {
        self.0.push((GoalKind::Mutant(mutant), distance));
    }

    fn kill(&mut self, mutant: MutantId, distance: f64) {
        self.0.push((GoalKind::Kill(mutant), distance));
    }

    fn call(&mut self, method: MethodId) {
        self.0.push((GoalKind::Call(method), 0.0));
    }

    fn returned(&mut self, method: MethodId, distance: f64) {
        self.0.push((GoalKind::Return(method), distance));
    }

    fn value_part(&mut self, part: PartId, distance: f64) {
        self.0.push((GoalKind::ValuePart(part), distance));
    }

    fn exception(&mut self, exception: &EscapedException) {
        self.0.push((GoalKind::Exception(exception.clone()), 0.0));
    }
}

#[test]
fn mutant_comes_nearer_by_its_place_by_infection_by_what_differs_and_by_being_noticed() {
    let class = class(vec![Vec::new(); N_BRANCHES], vec![Vec::new(); N_LINES]);
    let goal = class.goals.iter().find(|goal| goal.kind == GoalKind::Kill(MutantId(0))).unwrap().id;
    let entered = || ExecutionTrace { methods: vec![MethodId(0)], ..ExecutionTrace::default() };
    let at_distance = |infection_distance| ExecutionTrace {
        mutants: vec![MutantRecord { mutant: MutantId(0), infection_distance }],
        ..entered()
    };
    let run_on = |difference| ExecutionTrace {
        kills: vec![KillRecord { mutant: MutantId(0), difference }],
        ..at_distance(0.0)
    };
    let traces = [
        ExecutionTrace::default(),
        entered(),
        at_distance(3.0),
        at_distance(1.0),
        at_distance(0.0),
        run_on(Difference::Unnoticed(0)),
        run_on(Difference::Unnoticed(1)),
        run_on(Difference::Unnoticed(4)),
        run_on(Difference::Noticed),
    ];
    let mut index = TraceIndex::new(&class);
    let functions = FitnessFunctions::new(&class);
    let distances = traces.map(|trace| functions.fitness(goal, &index.index(&trace)));
    assert_eq!(distances, [3.0, 2.0, 1.75, 1.5, 1.0, 1.0, 0.5, 0.2, 0.0]);
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
                prop_assert_eq!(fitness, slow_fitness(&goal.kind, &class, trace), "{:?}", goal.kind);
            }
        }
    }

    #[test]
    fn index_look_up_enumeration_and_fitness_agree_on_what_is_covered(
        class in classes(),
        traces in prop::collection::vec(traces(), 1..4),
    ) {
        let functions = FitnessFunctions::new(&class);
        let mut index = TraceIndex::new(&class);
        let table = CoverageTable::new(&class);
        for trace in &traces {
            let Kinds(reached) = Kinds::of(trace);
            let covered = reached.iter().filter(|(_, distance)| is_covered(*distance));
            let covered: Vec<&GoalKind> = covered.map(|(kind, _)| kind).collect();
            let mut by_table: Vec<GoalId> = Vec::new();
            table.for_each_covered(trace, |goal| by_table.push(goal));
            by_table.sort_unstable();
            let goals = || class.goals.iter();
            let ids = |is_covered: &mut dyn FnMut(&Goal) -> bool| -> Vec<GoalId> {
                goals().filter(|goal| is_covered(goal)).map(|goal| goal.id).collect()
            };
            let indexed = index.index(trace);
            prop_assert_eq!(&by_table, &ids(&mut |goal| trace.covers(&goal.kind)), "looked up one by one");
            prop_assert_eq!(&by_table, &ids(&mut |goal| covered.contains(&&goal.kind)), "enumerated");
            prop_assert_eq!(&by_table, &ids(&mut |goal| functions.fitness(goal.id, &indexed) == 0.0), "fitness");
            let positions = KindPositions::new(&class);
            for (kind, distance) in reached {
                prop_assert_eq!(trace.distance(&kind), Some(distance), "{:?}", kind);
                let is_known_beforehand = !matches!(kind, GoalKind::Exception(_));
                let found = positions.of(&kind).and_then(|position| indexed.distance_at(position));
                prop_assert_eq!(found, is_known_beforehand.then_some(distance), "{:?}", kind);
            }
            let escaped = trace.covers(&GoalKind::Exception(exception()));
            prop_assert_eq!(escaped, trace.escaped.is_some());
        }
    }
}

/// `if (b0) if (b1) if (b2)`, with a line inside.
fn chain() -> ClassUnderTest {
    let inside =
        |predicate| vec![ControlDependence { predicate: PredicateId(predicate), outcome: Outcome::True }];
    class(vec![Vec::new(), inside(0), inside(1)], vec![inside(2)])
}

fn fitness_in_chain(goal: &GoalKind, predicates: Vec<PredicateRecord>, methods: Vec<MethodId>) -> f64 {
    let class = chain();
    let trace = ExecutionTrace { predicates, methods, ..ExecutionTrace::default() };
    let goal = class.goals.iter().find(|other| other.kind == *goal).expect("a goal of the class").id;
    FitnessFunctions::new(&class).fitness(goal, &TraceIndex::new(&class).index(&trace))
}

#[test]
fn approach_level_counts_dependences_up_to_the_nearest_predicate_that_ran() {
    let innermost = &GoalKind::Branch(PredicateId(2), Outcome::True);
    let entered = || vec![MethodId(0)];
    let fitness = |predicates| fitness_in_chain(innermost, predicates, entered());
    assert_eq!(fitness(vec![record(0, 3.0, 0.0)]), 2.75);
    assert_eq!(fitness(vec![record(0, 0.0, 1.0), record(1, 1.0, 0.0)]), 1.5);
    assert_eq!(fitness(vec![record(0, 0.0, 1.0), record(1, 0.0, 1.0), record(2, 1.0, 0.0)]), 0.5);
}

#[test]
fn never_entered_method_is_farther_than_anything_inside_it() {
    let innermost = &GoalKind::Branch(PredicateId(2), Outcome::True);
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

/// The fitness of a trace for one goal of a class without code.
fn fitness_of_call_goal(kind: GoalKind, trace: &ExecutionTrace) -> f64 {
    let mut class = class(Vec::new(), Vec::new());
    let criterion = Criterion::Output;
    class.goals = vec![Goal { id: GoalId(0), criterion, kind, name: String::new() }];
    FitnessFunctions::new(&class).fitness(GoalId(0), &TraceIndex::new(&class).index(trace))
}

#[test]
fn call_that_threw_is_half_way_to_one_that_returns() {
    let method = MethodId(0);
    let called = |returned| ExecutionTrace {
        calls: vec![CallRecord { method, returned }],
        ..ExecutionTrace::default()
    };
    assert_eq!(fitness_of_call_goal(GoalKind::Call(method), &called(false)), 0.0);
    assert_eq!(fitness_of_call_goal(GoalKind::Call(method), &ExecutionTrace::default()), 1.0);
    assert_eq!(fitness_of_call_goal(GoalKind::Return(method), &called(true)), 0.0);
    assert_eq!(fitness_of_call_goal(GoalKind::Return(method), &called(false)), 0.5);
    assert_eq!(fitness_of_call_goal(GoalKind::Return(method), &ExecutionTrace::default()), 1.0);
}

#[test]
fn value_is_as_far_from_a_part_as_the_nearest_one_seen() {
    let part = PartId(1);
    let seen = |distance| ExecutionTrace {
        values: vec![ValueRecord { part, distance }],
        ..ExecutionTrace::default()
    };
    assert_eq!(fitness_of_call_goal(GoalKind::ValuePart(part), &seen(0.0)), 0.0);
    assert_eq!(fitness_of_call_goal(GoalKind::ValuePart(part), &seen(3.0)), 0.75);
    assert_eq!(fitness_of_call_goal(GoalKind::ValuePart(part), &ExecutionTrace::default()), 1.0);
}
