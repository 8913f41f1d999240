//! The runs of a study, each with an id that follows from what defines it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::budget::Budget;
use crate::class_paths::ResolvedPath;
use crate::configuration::{Options, StudyCommand};
use crate::hex::hex;
use crate::program::ProgramIdentity;
use crate::study::Study;
use crate::subject::{Origin, Subject};

/// Grows when what a run does with the same definition changes.
const FORM: u32 = 1;

/// One run: everything that whoever does it has to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRun {
    /// What it is known by: the same for the same command, class, code, options, seed, budget, build and JDK.
    pub id: String,
    /// Name of its configuration. Two configurations that are the same share their runs.
    pub configuration: String,
    /// What it does.
    pub command: StudyCommand,
    /// What it does it to.
    pub subject: Subject,
    /// Entries separated by `:`.
    pub class_path: String,
    /// What is on the class path, wherever it lies.
    pub code: String,
    /// How it does it.
    pub options: Options,
    /// Seed of the random generator.
    pub seed: u64,
    /// What it may use.
    pub budget: Budget,
    /// In how many JVMs its suite is measured.
    pub cost_runs: u32,
    /// When it is ended.
    pub timeout: Duration,
    /// The build and the JDK that it is a run of.
    pub program: ProgramIdentity,
}

/// What an id is the hash of. The order of fields is part of it.
#[derive(Serialize)]
struct Definition<'a> {
    form: u32,
    command: StudyCommand,
    class: &'a str,
    callee: Option<&'a str>,
    code: &'a str,
    options: &'a Options,
    seed: u64,
    budget: Budget,
    cost_runs: u32,
    program: &'a ProgramIdentity,
}

/// All runs of a study, seed by seed, so that a study which is stopped has some seeds of everything. An origin that was not resolved
/// has no runs.
///
/// # Errors
///
/// If a definition cannot be written as JSON.
pub fn plan(
    study: &Study,
    paths: &BTreeMap<Origin, ResolvedPath>,
    program: &ProgramIdentity,
) -> Result<Vec<PlannedRun>, serde_json::Error> {
    let mut runs = Vec::new();
    for &seed in &study.seeds {
        for subject in &study.subjects {
            let Some(path) = paths.get(&subject.origin) else { continue };
            for configuration in &study.configurations {
                let definition = Definition {
                    form: FORM,
                    command: configuration.command,
                    class: &subject.class,
                    callee: subject.callee.as_deref(),
                    code: &path.identity,
                    options: &configuration.options,
                    seed,
                    budget: study.budget,
                    cost_runs: study.cost_runs,
                    program,
                };
                runs.push(PlannedRun {
                    id: id(&definition)?,
                    configuration: configuration.name.clone(),
                    command: configuration.command,
                    subject: subject.clone(),
                    class_path: path.class_path.clone(),
                    code: path.identity.clone(),
                    options: configuration.options.clone(),
                    seed,
                    budget: study.budget,
                    cost_runs: study.cost_runs,
                    timeout: study.timeout,
                    program: program.clone(),
                });
            }
        }
    }
    Ok(runs)
}

fn id(definition: &Definition<'_>) -> Result<String, serde_json::Error> {
    Ok(hex(&Sha256::digest(serde_json::to_vec(definition)?)[..12]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;

    fn study() -> Study {
        let configuration = |name: &str, algorithm: &str| Configuration {
            name: name.to_owned(),
            command: StudyCommand::Search,
            options: Options::from([("algorithm".to_owned(), Some(algorithm.to_owned()))]),
        };
        let origin = Origin::ClassPath("classes".to_owned());
        let class = |name: &str| Subject {
            class: name.to_owned(),
            callee: None,
            origin: origin.clone(),
            branches: None,
        };
        Study {
            name: "s".to_owned(),
            configurations: vec![
                configuration("a", "mosa"),
                configuration("b", "mosa"),
                configuration("c", "mio"),
            ],
            subjects: vec![class("x.Y"), class("x.Z")],
            subject_lines: vec![1, 2],
            seeds: vec![1, 2],
            budget: Budget::Statements(10),
            jobs: None,
            timeout: Duration::from_secs(1),
            cost_runs: 0,
            baseline: None,
            text: String::new(),
        }
    }

    fn planned(study: &Study, folder: &str) -> Vec<PlannedRun> {
        let path = ResolvedPath { class_path: folder.to_owned(), identity: "code".to_owned() };
        let paths = BTreeMap::from([(Origin::ClassPath("classes".to_owned()), path)]);
        let program =
            ProgramIdentity { version: "1".to_owned(), digest: "d".to_owned(), jdk: "17".to_owned() };
        plan(study, &paths, &program).unwrap()
    }

    #[test]
    fn runs_come_seed_by_seed() {
        let runs = planned(&study(), "/a");
        assert_eq!(runs.len(), 12);
        assert!(runs[..6].iter().all(|run| run.seed == 1));
    }

    #[test]
    fn id_is_of_what_defines_a_run_and_not_of_names_and_places() {
        let study = study();
        let runs = planned(&study, "/a");
        assert_eq!(runs[0].id, runs[1].id, "the same options under another name");
        assert_ne!(runs[0].id, runs[2].id, "another algorithm");
        assert_ne!(runs[0].id, runs[3].id, "another class");
        assert_ne!(runs[0].id, runs[6].id, "another seed");
        assert_eq!(runs, planned(&study, "/a"));
        assert_eq!(runs[0].id, planned(&study, "/elsewhere")[0].id);
        let longer = Study { budget: Budget::Statements(11), ..study };
        assert_ne!(runs[0].id, planned(&longer, "/a")[0].id, "another budget");
    }
}
