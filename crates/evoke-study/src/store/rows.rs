//! Rows of a study's database, written and read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use evoke_report::{GoalCount, TimelinePoint};
use rusqlite::{Connection, params};

use super::error::StoreError;
use crate::outcome::{Outcome, RunStatus};
use crate::plan::PlannedRun;
use crate::study::Study;

/// A study as its database has it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredStudy {
    /// Its name.
    pub name: String,
    /// What a run may use, in words.
    pub budget: String,
    /// The configuration that the others are compared with, if there is one.
    pub baseline: Option<String>,
    /// Number of runs that it consists of.
    pub n_planned: usize,
    /// Those of them that are done, in the order of the plan.
    pub runs: Vec<StoredRun>,
}

/// A run that is done, under one of its names.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRun {
    /// What it is known by.
    pub id: String,
    /// Name of its configuration.
    pub configuration: String,
    /// The class or pair.
    pub subject: String,
    /// How many branches that has, where the study file said so.
    pub branches: Option<u32>,
    /// Seed of the random generator.
    pub seed: u64,
    /// What it gave.
    pub outcome: Outcome,
}

pub(super) fn write_plan(
    connection: &Connection,
    study: &Study,
    runs: &[PlannedRun],
) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM study", [])?;
    connection.execute("DELETE FROM planned", [])?;
    connection.execute(
        "INSERT INTO study VALUES (1, ?1, ?2, ?3, ?4)",
        params![study.name, study.budget.to_string(), study.baseline, study.text],
    )?;
    let mut insert = connection.prepare("INSERT INTO planned VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (position, run) in runs.iter().enumerate() {
        let (subject, seed) = (run.subject.name(), run.seed as i64);
        insert.execute(params![
            position as i64,
            run.id,
            run.configuration,
            subject,
            run.subject.branches,
            seed
        ])?;
    }
    Ok(())
}

pub(super) fn write_run(
    connection: &Connection,
    run: &PlannedRun,
    outcome: &Outcome,
    machine: &str,
) -> rusqlite::Result<()> {
    let json = |value: Result<String, serde_json::Error>| {
        value.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
    };
    let added = connection.execute(
        "INSERT OR IGNORE INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            run.id,
            run.command.name(),
            run.subject.class,
            run.subject.callee,
            json(serde_json::to_string(&run.subject.origin))?,
            json(serde_json::to_string(&run.options))?,
            run.seed as i64,
            run.budget.to_string(),
            run.cost_runs,
            run.program.version,
            run.program.digest,
            run.program.jdk,
            machine,
            outcome.status.name(),
            outcome.reason,
        ],
    )?;
    if added == 0 {
        return Ok(());
    }
    for (criterion, count) in &outcome.goals {
        connection.execute(
            "INSERT INTO coverage VALUES (?1, ?2, ?3, ?4)",
            params![run.id, criterion, count.covered, count.total],
        )?;
    }
    for (position, point) in outcome.timeline.iter().enumerate() {
        connection.execute(
            "INSERT INTO timeline VALUES (?1, ?2, ?3, ?4, ?5)",
            params![run.id, position as i64, point.seconds, point.statements as i64, point.covered as i64],
        )?;
    }
    for (name, value) in &outcome.figures {
        connection.execute("INSERT INTO figure VALUES (?1, ?2, ?3)", params![run.id, name, value])?;
    }
    Ok(())
}

pub(super) fn done(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    connection.prepare("SELECT id FROM run")?.query_map([], |row| row.get(0))?.collect()
}

pub(super) fn read(connection: &Connection, path: &Path) -> Result<StoredStudy, StoreError> {
    let sqlite = |source| StoreError::Sqlite { what: "read", path: path.to_owned(), source };
    let broken = |what: String| StoreError::Broken { path: path.to_owned(), what };
    let study = connection.query_row("SELECT name, budget, baseline FROM study", [], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    });
    let (name, budget, baseline) = match study {
        Err(rusqlite::Error::QueryReturnedNoRows) => return Err(broken("no study".to_owned())),
        study => study.map_err(sqlite)?,
    };
    let n_planned: i64 =
        connection.query_row("SELECT count(*) FROM planned", [], |row| row.get(0)).map_err(sqlite)?;
    let rows = planned_rows(connection).map_err(sqlite)?;
    let details = Details::read(connection).map_err(sqlite)?;
    let mut runs = Vec::new();
    for row in rows {
        let status = RunStatus::of_name(&row.status)
            .ok_or_else(|| broken(format!("a run with the unknown status `{}`", row.status)))?;
        runs.push(StoredRun { outcome: details.outcome(&row.run.id, status, row.reason), ..row.run });
    }
    Ok(StoredStudy { name, budget, baseline, n_planned: n_planned as usize, runs })
}

struct PlannedRow {
    run: StoredRun,
    status: String,
    reason: Option<String>,
}

fn planned_rows(connection: &Connection) -> rusqlite::Result<Vec<PlannedRow>> {
    let mut query = connection.prepare(
        "SELECT planned.run, configuration, subject, branches, planned.seed, status, reason \
         FROM planned JOIN run ON run.id = planned.run ORDER BY position",
    )?;
    let rows = query.query_map([], |row| {
        let run = StoredRun {
            id: row.get(0)?,
            configuration: row.get(1)?,
            subject: row.get(2)?,
            branches: row.get(3)?,
            seed: row.get::<_, i64>(4)? as u64,
            outcome: Outcome::default(),
        };
        Ok(PlannedRow { run, status: row.get(5)?, reason: row.get(6)? })
    })?;
    rows.collect()
}

/// What the other tables have of runs, by their ids.
struct Details {
    goals: BTreeMap<String, BTreeMap<String, GoalCount>>,
    timelines: BTreeMap<String, Vec<TimelinePoint>>,
    figures: BTreeMap<String, BTreeMap<String, f64>>,
}

impl Details {
    fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut details =
            Self { goals: BTreeMap::new(), timelines: BTreeMap::new(), figures: BTreeMap::new() };
        let mut query = connection.prepare("SELECT run, criterion, covered, total FROM coverage")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let count = GoalCount { covered: row.get(2)?, total: row.get(3)? };
            details.goals.entry(row.get(0)?).or_default().insert(row.get(1)?, count);
        }
        let mut query = connection
            .prepare("SELECT run, seconds, statements, covered FROM timeline ORDER BY run, position")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (statements, covered): (i64, i64) = (row.get(2)?, row.get(3)?);
            let point = TimelinePoint {
                seconds: row.get(1)?,
                statements: statements as u64,
                covered: covered as u64,
            };
            details.timelines.entry(row.get(0)?).or_default().push(point);
        }
        let mut query = connection.prepare("SELECT run, name, value FROM figure")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            details.figures.entry(row.get(0)?).or_default().insert(row.get(1)?, row.get(2)?);
        }
        Ok(details)
    }

    /// What a run gave. A run can have several names, so nothing is taken away.
    fn outcome(&self, run: &str, status: RunStatus, reason: Option<String>) -> Outcome {
        Outcome {
            status,
            reason,
            goals: self.goals.get(run).cloned().unwrap_or_default(),
            timeline: self.timelines.get(run).cloned().unwrap_or_default(),
            figures: self.figures.get(run).cloned().unwrap_or_default(),
        }
    }
}
