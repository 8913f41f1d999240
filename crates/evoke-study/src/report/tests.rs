//! A report on made-up runs whose figures are known.

use std::collections::BTreeMap;

use evoke_report::{GoalCount, TimelinePoint};

use super::*;
use crate::figure::Figure;
use crate::outcome::{Outcome, RunStatus};
use crate::store::{StoredRun, StoredStudy};

const SEEDS: u64 = 5;

fn run(configuration: &str, subject: &str, total: u32, seed: u64, covered: u32) -> StoredRun {
    let mut outcome = Outcome { status: RunStatus::Ok, ..Outcome::default() };
    outcome.goals = BTreeMap::from([
        ("branch".to_owned(), GoalCount { covered, total }),
        ("line".to_owned(), GoalCount { covered: covered / 2, total: 200 }),
    ]);
    outcome.timeline = vec![
        TimelinePoint { seconds: 0.1, statements: 10, covered: u64::from(covered / 2) },
        TimelinePoint { seconds: 1.0, statements: 1000, covered: u64::from(covered + covered / 2) },
    ];
    outcome.set(Figure::Tests, f64::from(covered));
    StoredRun {
        id: format!("{configuration}{subject}{seed}"),
        configuration: configuration.to_owned(),
        subject: subject.to_owned(),
        branches: None,
        seed,
        outcome,
    }
}

/// `good` covers more than `poor` on two classes of three, on `even` they are alike.
fn study() -> StoredStudy {
    let mut runs = Vec::new();
    for seed in 1..=SEEDS {
        let noise = seed as u32;
        for (subject, total, poor, good) in
            [("small", 100, 40, 60), ("large", 400, 100, 200), ("even", 120, 50, 50)]
        {
            runs.push(run("poor", subject, total, seed, poor + noise));
            runs.push(run("good", subject, total, seed, good + noise));
        }
    }
    let n_planned = runs.len() + 1;
    let crashed = Outcome::without_record(RunStatus::Crashed, "ended by <signal> 11".to_owned());
    runs.push(StoredRun { outcome: crashed, ..run("good", "even", 120, 6, 0) });
    StoredStudy {
        name: "made <up>".to_owned(),
        budget: "1000 statements".to_owned(),
        baseline: None,
        n_planned,
        runs,
    }
}

#[test]
fn classes_are_won_and_lost_where_mann_whitney_says_so() {
    let study = study();
    let analysis = Analysis::new(&study);
    assert_eq!(analysis.configurations, ["poor", "good"]);
    let branches = &analysis.comparisons[1];
    assert_eq!(branches.measure, Measure::Criterion("branch".to_owned()));
    let all = &branches.groups[0];
    let tally = &all.tallies[0];
    assert_eq!((tally.won, tally.lost, tally.undecided), (0, 2, 1));
    assert_eq!(tally.effect, Some(0.0));
    assert!((all.summaries[0].mean - (0.43 + 103.0 / 400.0 + 53.0 / 120.0) / 3.0).abs() < 1e-12);
    assert_eq!(all.summaries[1].n_runs, 15, "a run that crashed has no value");
    assert_eq!(branches.by_class[2].pairs[0], Some((0.5, 1.0)));
}

#[test]
fn small_and_large_classes_are_told_apart_by_the_branches_that_runs_found() {
    let study = study();
    let analysis = Analysis::new(&study);
    let groups = &analysis.comparisons[1].groups;
    let sizes: Vec<(Group, usize)> = groups.iter().map(|group| (group.group, group.n_subjects)).collect();
    assert_eq!(sizes, [(Group::All, 3), (Group::Small, 2), (Group::Large, 1)]);
}

#[test]
fn fewer_tests_are_better() {
    let study = study();
    let analysis = Analysis::new(&study);
    let tests = analysis.comparisons.iter().find(|it| it.measure == Measure::Figure(Figure::Tests)).unwrap();
    let tally = &tests.groups[0].tallies[0];
    assert_eq!((tally.won, tally.lost), (2, 0));
}

#[test]
fn curves_end_with_what_runs_covered() {
    let study = study();
    let analysis = Analysis::new(&study);
    assert_eq!(analysis.clock, Clock::Statements);
    let good = &analysis.curves[1];
    assert_eq!(good.points.first(), Some(&(0.0, 0.0)));
    let (time, share) = good.points[good.points.len() - 1];
    assert_eq!(time, 1000.0);
    let all = &analysis.comparisons[0];
    assert_eq!(all.measure, Measure::AllCriteria);
    assert!((share - all.groups[0].summaries[1].mean).abs() < 1e-12);
}

#[test]
fn markdown_tells_what_was_won_and_what_went_wrong() {
    let study = study();
    insta::assert_snapshot!(markdown(&Analysis::new(&study)));
}

#[test]
fn page_is_complete_in_itself_and_escapes_what_runs_said() {
    let study = study();
    let page = page(&Analysis::new(&study));
    assert!(page.contains("<h1>made &lt;up&gt;</h1>") && page.contains("ended by &lt;signal&gt; 11"));
    for outside in ["http:", "https:", "src=", "<link", "url("] {
        assert!(!page.contains(outside), "the page asks for {outside}");
    }
    for plot in ["Coverage over time", "by configuration</title>", "Classes won", "Mean ranks"] {
        assert!(page.contains(plot), "{plot} is missing");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(!page.contains("NaN") && !page.contains("inf"), "a place that is none");
}

#[test]
fn csv_has_a_row_for_each_number_of_each_run() {
    let study = study();
    let table = csv_table(&Analysis::new(&study)).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "configuration,subject,branches,seed,status,measure,value");
    assert!(lines.contains(&"poor,small,100,1,ok,branch coverage,0.41"), "{table}");
    assert!(lines.contains(&"good,even,120,6,crashed,,"));
    // Four measures of thirty runs, and one row of the run that crashed.
    assert_eq!(lines.len(), 1 + 4 * 30 + 1);
}

#[test]
fn study_without_runs_has_a_report() {
    let empty = StoredStudy { runs: Vec::new(), ..study() };
    let analysis = Analysis::new(&empty);
    assert!(markdown(&analysis).contains("0 of 31 runs done"));
    assert!(page(&analysis).contains("</html>"));
}

#[test]
fn with_a_baseline_the_others_are_compared_with_it_alone() {
    let study = StoredStudy { baseline: Some("good".to_owned()), ..study() };
    let analysis = Analysis::new(&study);
    assert_eq!(analysis.pairs, [(0, 1)]);
    let study = StoredStudy { baseline: Some("poor".to_owned()), ..study };
    assert_eq!(Analysis::new(&study).pairs, [(1, 0)]);
}

#[test]
fn proxies_are_correlated_with_costs_within_classes_and_not_between_them() {
    let costing = |subject: &str, seed: u64, proxy: f64, cost: f64| {
        let mut run = run("one", subject, 100, seed, 50);
        run.outcome.set(Figure::LinesRun, proxy);
        run.outcome.set(Figure::CostBytes, cost);
        run
    };
    let seeds = || 1..=SEEDS;
    let mut runs: Vec<StoredRun> =
        seeds().map(|seed| costing("grows", seed, seed as f64, seed as f64)).collect();
    runs.extend(seeds().map(|seed| costing("falls", seed, 1000.0 + seed as f64, 1000.0 - 2.0 * seed as f64)));
    runs.extend(seeds().map(|seed| costing("stays", seed, 7.0, seed as f64)));
    let study = StoredStudy { n_planned: runs.len(), runs, ..study() };
    let found = Analysis::new(&study).cost_correlations;
    let lines: Vec<&CostCorrelation> = found.iter().filter(|it| it.proxy == Figure::LinesRun).collect();
    let [lines] = lines[..] else { panic!("{found:?}") };
    assert_eq!((lines.cost, lines.n_classes), (Figure::CostBytes, 2));
    assert_eq!((lines.n_positive, lines.n_negative), (1, 1));
    assert!(lines.mean.abs() < 1e-9, "{}", lines.mean);
}
