//! What a suite did to a class, in the words of a record.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, Coupling, Criterion, GoalId, Mutant};
use evoke_measure::{
    CoveredGoals, Death, Fate, MeasuredClasses, SuiteTest, TestEnd, TestRun, covered_goals, found_exceptions,
};
use evoke_report::{
    GoalCount, GoalRecord, MeasuredTestRecord, MutantFate, MutantRecord, MutationRecord, SubjectRecord,
    TestResult,
};

/// Uncovered coupled branches that are told one by one.
const MAX_TOLD: usize = 10_000;

/// The coverage of goals of these criteria, without the names of the classes.
pub(crate) fn of_criteria(
    classes: &MeasuredClasses,
    criteria: &[Criterion],
    runs: &[TestRun],
) -> SubjectRecord {
    let tables = &classes.tables;
    let covered = covered_goals(tables, runs);
    let mut record = SubjectRecord { warnings: classes.warnings.clone(), ..SubjectRecord::default() };
    // A criterion without goals is told too: it was asked for.
    record.criteria = criteria.iter().map(|it| (it.name().to_owned(), GoalCount::default())).collect();
    for goal in tables.goals.iter().filter(|goal| criteria.contains(&goal.criterion)) {
        let goal_record = goal_record(goal.criterion, goal.name.clone(), covered.get(&goal.id));
        count(&mut record.criteria, &goal_record);
        record.goals.push(goal_record);
    }
    if criteria.contains(&Criterion::Exception) {
        add_exceptions(&mut record, tables, runs);
    }
    if let Some(coupling) = &tables.coupling {
        add_coupled(&mut record, coupling, tables.goals.len() as u32, &covered);
    }
    record
}

/// Adds what another group of criteria gave.
pub(crate) fn add(subject: &mut SubjectRecord, group: SubjectRecord) {
    subject.criteria.extend(group.criteria);
    subject.goals.extend(group.goals);
    for warning in group.warnings {
        if !subject.warnings.contains(&warning) {
            subject.warnings.push(warning);
        }
    }
}

fn goal_record(criterion: Criterion, name: String, tests: Option<&BTreeSet<usize>>) -> GoalRecord {
    let tests: Vec<usize> = tests.into_iter().flatten().copied().collect();
    GoalRecord { criterion: criterion.name().to_owned(), goal: name, covered: !tests.is_empty(), tests }
}

fn count(criteria: &mut BTreeMap<String, GoalCount>, goal: &GoalRecord) {
    let count = criteria.entry(goal.criterion.clone()).or_default();
    count.total += 1;
    count.covered += u32::from(goal.covered);
}

/// Exceptions: nobody knows how many there are, so that all that there were are all there is.
fn add_exceptions(record: &mut SubjectRecord, tables: &ClassUnderTest, runs: &[TestRun]) {
    for (exception, tests) in found_exceptions(runs) {
        let name = exception.goal_name(&tables.methods[exception.method.index()].source_name);
        let goal_record = goal_record(Criterion::Exception, name, Some(&tests));
        count(&mut record.criteria, &goal_record);
        record.goals.push(goal_record);
    }
}

/// Coupled branches: there may be millions, of which those without a test are told up to a limit.
fn add_coupled(record: &mut SubjectRecord, coupling: &Coupling, first: u32, covered: &CoveredGoals) {
    let mut n_uncovered = 0;
    let total = coupling.len() as u32;
    for number in 0..total {
        let tests = covered.get(&GoalId(first + number));
        n_uncovered += usize::from(tests.is_none());
        if (tests.is_some() || n_uncovered <= MAX_TOLD)
            && let Some(name) = coupling.name(number)
        {
            record.goals.push(goal_record(Criterion::CoupledBranch, name, tests));
        }
    }
    let covered = total - n_uncovered as u32;
    record.criteria.insert(Criterion::CoupledBranch.name().to_owned(), GoalCount { covered, total });
}

/// A test and how its run ended.
pub(crate) fn test(test: &SuiteTest, run: &TestRun) -> MeasuredTestRecord {
    let (result, message) = match &run.end {
        TestEnd::Passed => (TestResult::Passed, None),
        TestEnd::Failed(message) => (TestResult::Failed, Some(message.clone())),
        TestEnd::Skipped => (TestResult::Skipped, None),
        TestEnd::OutOfTime => (TestResult::OutOfTime, None),
        TestEnd::EndedJvm => (TestResult::EndedJvm, None),
    };
    MeasuredTestRecord { class: test.class.clone(), test: test.name.clone(), result, message }
}

/// The mutants of a class and what became of them, by id.
pub(crate) fn mutation(tables: &ClassUnderTest, fates: &[Fate]) -> MutationRecord {
    let mutants = tables.mutants.iter().zip(fates);
    MutationRecord::new(mutants.map(|(mutant, fate)| mutant_record(tables, mutant, fate)).collect())
}

fn mutant_record(tables: &ClassUnderTest, mutant: &Mutant, fate: &Fate) -> MutantRecord {
    let method = &tables.methods[mutant.method.index()];
    let (fate, killed_by, how) = match fate {
        Fate::NotCovered => (MutantFate::NotCovered, None, None),
        Fate::NotInfected => (MutantFate::NotInfected, None, None),
        Fate::Survived => (MutantFate::Survived, None, None),
        Fate::Killed { test, death } => (MutantFate::Killed, Some(*test), Some(in_words(death))),
    };
    MutantRecord {
        operator: mutant.mutation.operator().name().to_owned(),
        method: method.source_name.clone(),
        place: mutant.line.map_or_else(String::new, |line| format!("line {line}")),
        offset: mutant.offset,
        change: mutant.mutation.to_string(),
        fate,
        killed_by,
        how,
    }
}

fn in_words(death: &Death) -> String {
    match death {
        Death::Failure(message) => message.clone(),
        Death::Steps => "it takes many times the steps".to_owned(),
        Death::Time => "it takes many times the time".to_owned(),
        Death::EndedJvm => "it ends the JVM".to_owned(),
    }
}
