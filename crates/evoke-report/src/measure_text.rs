//! What suites cover and kill, as tables for a terminal.

use std::fmt::{self, Write as _};

use crate::measure::{
    FateCount, MeasureRecord, MeasureSchema, MutantFate, MutantRecord, MutationRecord, SubjectRecord,
    TestResult, percent,
};
use crate::table::{Row, write_aligned};

/// A record as text.
pub struct MeasureText<'a> {
    /// The record.
    pub record: &'a MeasureRecord,
    /// Whether what is missing is told one by one.
    pub with_details: bool,
}

impl fmt::Display for MeasureText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tests(f)?;
        let lists_survivors = self.with_details || self.record.schema == MeasureSchema::MutateV1;
        for subject in &self.record.subjects {
            writeln!(f, "\n{}", name(subject))?;
            write_criteria(f, subject)?;
            if self.with_details {
                write_uncovered(f, subject)?;
            }
            write_mutation(f, subject, lists_survivors)?;
            for warning in &subject.warnings {
                writeln!(f, "warning: {warning}")?;
            }
        }
        if let Some(all) = sum(&self.record.subjects) {
            writeln!(f, "\n{}", all.class)?;
            write_criteria(f, &all)?;
            write_mutation(f, &all, false)?;
        }
        Ok(())
    }
}

impl MeasureText<'_> {
    fn write_tests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests = &self.record.tests;
        let count = |result: TestResult| tests.iter().filter(|test| test.result == result).count();
        let mut line = format!("{} tests", tests.len());
        for (result, words) in [
            (TestResult::Failed, "failed"),
            (TestResult::Skipped, "skipped"),
            (TestResult::OutOfTime, "took too long"),
            (TestResult::EndedJvm, "ended the JVM"),
        ] {
            if count(result) > 0 {
                write!(line, ", {} {words}", count(result))?;
            }
        }
        writeln!(f, "{line}")?;
        for test in tests.iter().filter(|test| test.result != TestResult::Passed) {
            let words = match test.result {
                TestResult::Passed | TestResult::Failed => "failed",
                TestResult::Skipped => "skipped",
                TestResult::OutOfTime => "took too long",
                TestResult::EndedJvm => "ended the JVM",
            };
            match &test.message {
                Some(message) => writeln!(f, "  {} {words}: {message}", test.full_name())?,
                None => writeln!(f, "  {} {words}", test.full_name())?,
            }
        }
        for (class, reason) in &self.record.unreadable {
            writeln!(f, "  {class} cannot be looked at: {reason}")?;
        }
        Ok(())
    }
}

/// All classes as one; `None` if there are fewer than two.
fn sum(subjects: &[SubjectRecord]) -> Option<SubjectRecord> {
    let classes: Vec<&SubjectRecord> = subjects.iter().filter(|subject| subject.callee.is_none()).collect();
    if classes.len() < 2 {
        return None;
    }
    let mut all =
        SubjectRecord { class: format!("all {} classes", classes.len()), ..SubjectRecord::default() };
    for (criterion, count) in classes.iter().flat_map(|class| &class.criteria) {
        *all.criteria.entry(criterion.clone()).or_default() += *count;
    }
    let mutations: Vec<&MutationRecord> =
        classes.iter().filter_map(|class| class.mutation.as_ref()).collect();
    let mutants = mutations.iter().flat_map(|mutation| &mutation.mutants).cloned().collect();
    all.mutation = (!mutations.is_empty()).then(|| MutationRecord::new(mutants));
    Some(all)
}

fn name(subject: &SubjectRecord) -> String {
    match &subject.callee {
        Some(callee) => format!("{} -> {callee}", subject.class),
        None => subject.class.clone(),
    }
}

fn write_criteria(f: &mut fmt::Formatter<'_>, subject: &SubjectRecord) -> fmt::Result {
    if subject.criteria.is_empty() {
        return Ok(());
    }
    let mut rows: Vec<Row> = vec![row("criterion", ["covered", "total", "percent"].map(str::to_owned))];
    for (criterion, count) in &subject.criteria {
        rows.push(row(criterion, cells(count.covered, count.total)));
    }
    write_aligned(f, &rows)
}

fn cells(covered: u32, total: u32) -> [String; 3] {
    let share = if total == 0 { "-".to_owned() } else { format!("{:.1}", percent(covered, total)) };
    [covered.to_string(), total.to_string(), share]
}

fn row<const N: usize>(name: &str, cells: [String; N]) -> Row {
    // The last cell of a table is one of words, and there are none.
    std::iter::once(name.to_owned()).chain(cells).chain([String::new()]).collect()
}

fn write_uncovered(f: &mut fmt::Formatter<'_>, subject: &SubjectRecord) -> fmt::Result {
    let mut criterion = "";
    for goal in subject.goals.iter().filter(|goal| !goal.covered) {
        if goal.criterion != criterion {
            criterion = &goal.criterion;
            writeln!(f, "\nnot covered, {criterion}:")?;
        }
        writeln!(f, "  {}", goal.goal)?;
    }
    Ok(())
}

fn write_mutation(f: &mut fmt::Formatter<'_>, subject: &SubjectRecord, with_survivors: bool) -> fmt::Result {
    let Some(mutation) = &subject.mutation else { return Ok(()) };
    let (killed, total) = (mutation.total.killed, mutation.total.total());
    let of = subject.callee.as_ref().map_or(String::new(), |callee| format!(" of {callee}"));
    writeln!(f, "\nkilled {killed} of {total} mutants{of}: {:.1} %", mutation.score)?;
    let titles = ["killed", "survived", "not infected", "not covered", "percent"].map(str::to_owned);
    let mut rows: Vec<Row> = vec![row("operator", titles)];
    rows.extend(mutation.operators.iter().map(|(operator, count)| row(operator, fate_cells(count))));
    if mutation.operators.len() > 1 {
        rows.push(row("all", fate_cells(&mutation.total)));
    }
    write_aligned(f, &rows)?;
    if with_survivors {
        write_survivors(f, &mutation.mutants)?;
    }
    Ok(())
}

fn fate_cells(count: &FateCount) -> [String; 5] {
    let FateCount { killed, survived, not_infected, not_covered } = *count;
    let numbers = [killed, survived, not_infected, not_covered].map(|number| number.to_string());
    let [killed, survived, not_infected, not_covered] = numbers;
    [killed, survived, not_infected, not_covered, format!("{:.1}", count.score())]
}

/// Mutants that tests reach and do not notice, by method.
fn write_survivors(f: &mut fmt::Formatter<'_>, mutants: &[MutantRecord]) -> fmt::Result {
    let mut method = "";
    for mutant in mutants {
        let words = match mutant.fate {
            MutantFate::Survived => "survived",
            MutantFate::NotInfected => "not infected",
            MutantFate::Killed | MutantFate::NotCovered => continue,
        };
        if mutant.method != method {
            method = &mutant.method;
            writeln!(f, "\nnot killed in {method}:")?;
        }
        writeln!(f, "  {} {} ({words})", mutant.place, mutant.change)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::GoalCount;
    use crate::measure::{GoalRecord, MeasuredTestRecord};

    fn mutant(method: &str, change: &str, fate: MutantFate) -> MutantRecord {
        MutantRecord {
            operator: "replace-arithmetic".to_owned(),
            method: method.to_owned(),
            place: "A.java:3".to_owned(),
            offset: 2,
            change: change.to_owned(),
            fate,
            killed_by: (fate == MutantFate::Killed).then_some(0),
            how: None,
        }
    }

    fn record() -> MeasureRecord {
        let test = |name: &str, result, message: Option<&str>| MeasuredTestRecord {
            class: "demo.ATest".to_owned(),
            test: name.to_owned(),
            result,
            message: message.map(str::to_owned),
        };
        let goal = |name: &str, covered| GoalRecord {
            criterion: "branch".to_owned(),
            goal: name.to_owned(),
            covered,
            tests: Vec::new(),
        };
        let subject = SubjectRecord {
            class: "demo.A".to_owned(),
            criteria: BTreeMap::from([
                ("branch".to_owned(), GoalCount { covered: 1, total: 3 }),
                ("cbranch".to_owned(), GoalCount::default()),
            ]),
            goals: vec![goal("A.java:2 a < b", true), goal("A.java:2 a >= b", false)],
            mutation: Some(MutationRecord::new(vec![
                mutant("A.sum()", "+ becomes -", MutantFate::Killed),
                mutant("A.sum()", "+ becomes *", MutantFate::Survived),
                mutant("A.rest()", "% becomes *", MutantFate::NotInfected),
                mutant("A.rest()", "% becomes /", MutantFate::NotCovered),
            ])),
            ..SubjectRecord::default()
        };
        MeasureRecord {
            schema: MeasureSchema::MeasureV1,
            version: "0.1.0".to_owned(),
            tests: vec![
                test("adds", TestResult::Passed, None),
                test("fails", TestResult::Failed, Some("no")),
            ],
            unreadable: BTreeMap::new(),
            subjects: vec![subject],
        }
    }

    #[test]
    fn tables_have_a_line_for_each_criterion_and_operator() {
        let expected = "\
2 tests, 1 failed
  demo.ATest.fails failed: no

demo.A
criterion  covered  total  percent
branch           1      3     33.3
cbranch          0      0        -

killed 1 of 4 mutants: 25.0 %
operator            killed  survived  not infected  not covered  percent
replace-arithmetic       1         1             1            1     25.0
";
        assert_eq!(MeasureText { record: &record(), with_details: false }.to_string(), expected);
    }

    #[test]
    fn several_classes_have_a_sum() {
        let mut record = record();
        let mut other = record.subjects[0].clone();
        other.class = "demo.B".to_owned();
        record.subjects.push(other);
        let text = MeasureText { record: &record, with_details: false }.to_string();
        let (_, sum) = text.split_once("\nall 2 classes\n").unwrap();
        let expected = "\
criterion  covered  total  percent
branch           2      6     33.3
cbranch          0      0        -

killed 2 of 8 mutants: 25.0 %
operator            killed  survived  not infected  not covered  percent
replace-arithmetic       2         2             2            2     25.0
";
        assert_eq!(sum, expected);
    }

    #[test]
    fn details_name_what_is_missing() {
        let text = MeasureText { record: &record(), with_details: true }.to_string();
        assert!(text.contains("not covered, branch:\n  A.java:2 a >= b\n"), "{text}");
        let survivors = "not killed in A.sum():\n  A.java:3 + becomes * (survived)\n\n\
                         not killed in A.rest():\n  A.java:3 % becomes * (not infected)\n";
        assert!(text.contains(survivors), "{text}");
    }

    #[test]
    fn json_names_its_form_and_reads_back() {
        let json = record().to_json().unwrap();
        assert!(json.starts_with("{\n  \"schema\": \"evoke.measure/1\","), "{json}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["tests"][1]["result"], "failed");
    }
}
