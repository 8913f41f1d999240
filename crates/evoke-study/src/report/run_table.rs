//! The runs of a study as a table: by subject and configuration the values of a measure, one for each seed.

use std::collections::BTreeMap;

use super::measure::Measure;
use crate::figure::Figure;
use crate::store::{StoredRun, StoredStudy};

/// Classes with fewer branches are called small.
pub const SMALL_BELOW: u32 = 200;
/// The criterion whose goals are branches.
const BRANCHES: &str = "branch";

/// A class or pair of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectColumn {
    /// What it is called.
    pub name: String,
    /// How many branches it has, where a run or the study file said so.
    pub branches: Option<u32>,
    /// By criterion how many goals it has.
    pub totals: BTreeMap<String, u32>,
}

/// Which of the subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// All.
    All,
    /// Those known to have few branches.
    Small,
    /// Those known to have many.
    Large,
}

/// The table.
#[derive(Debug)]
pub(super) struct RunTable<'a> {
    pub(super) configurations: Vec<String>,
    pub(super) subjects: Vec<SubjectColumn>,
    baseline: Option<String>,
    /// By subject and configuration.
    cells: BTreeMap<(usize, usize), Vec<&'a StoredRun>>,
}

/// Positions of two configurations: the first is asked whether it is better.
pub type Pair = (usize, usize);

/// Values by configuration, of one subject.
pub(super) type Samples = Vec<Vec<f64>>;

impl Group {
    /// Its name in tables.
    pub fn name(self) -> String {
        match self {
            Self::All => "all classes".to_owned(),
            Self::Small => format!("under {SMALL_BELOW} branches"),
            Self::Large => format!("{SMALL_BELOW} branches or more"),
        }
    }

    fn holds(self, subject: &SubjectColumn) -> bool {
        match self {
            Self::All => true,
            Self::Small => subject.branches.is_some_and(|branches| branches < SMALL_BELOW),
            Self::Large => subject.branches.is_some_and(|branches| branches >= SMALL_BELOW),
        }
    }
}

impl<'a> RunTable<'a> {
    /// Of the runs that are there.
    pub(super) fn new(study: &'a StoredStudy) -> Self {
        let mut table = Self {
            configurations: Vec::new(),
            subjects: Vec::new(),
            baseline: study.baseline.clone(),
            cells: BTreeMap::new(),
        };
        for run in &study.runs {
            let configuration = table.configuration(&run.configuration);
            let subject = table.subject(run);
            table.cells.entry((subject, configuration)).or_default().push(run);
        }
        for subject in &mut table.subjects {
            subject.branches = subject.totals.get(BRANCHES).copied().or(subject.branches);
        }
        table
    }

    fn configuration(&mut self, name: &str) -> usize {
        self.configurations.iter().position(|known| known == name).unwrap_or_else(|| {
            self.configurations.push(name.to_owned());
            self.configurations.len() - 1
        })
    }

    fn subject(&mut self, run: &StoredRun) -> usize {
        let position =
            self.subjects.iter().position(|known| known.name == run.subject).unwrap_or_else(|| {
                self.subjects.push(SubjectColumn {
                    name: run.subject.clone(),
                    branches: run.branches,
                    totals: BTreeMap::new(),
                });
                self.subjects.len() - 1
            });
        for (criterion, count) in &run.outcome.goals {
            let most = self.subjects[position].totals.entry(criterion.clone()).or_default();
            *most = count.total.max(*most);
        }
        position
    }

    /// What the runs can be compared by: all criteria together where all runs have the same several ones, each criterion, each
    /// figure; but for what only one configuration has.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let criteria = self.criteria();
        let has_all =
            |run: &StoredRun| run.outcome.goals.is_empty() || run.outcome.goals.len() == criteria.len();
        let mut measures = Vec::new();
        if criteria.len() > 1 && self.runs().all(|(_, run)| has_all(run)) {
            measures.push(Measure::AllCriteria);
        }
        measures.extend(criteria.into_iter().map(Measure::Criterion));
        let figures = Figure::ALL.into_iter().filter(|figure| figure.is_compared());
        measures.extend(figures.map(Measure::Figure));
        let n_needed = self.configurations.len().min(2);
        measures.retain(|measure| self.n_configurations_with(measure) >= n_needed);
        measures
    }

    fn n_configurations_with(&self, measure: &Measure) -> usize {
        let has_value = |&configuration: &usize| {
            self.runs_of(configuration).any(|(subject, run)| self.value(measure, subject, run).is_some())
        };
        (0..self.configurations.len()).filter(has_value).count()
    }

    /// The configurations to compare: the others with the baseline, or all with each other, the earlier one first.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let n = self.configurations.len();
        let is_baseline = |name: &String| Some(name) == self.baseline.as_ref();
        match self.configurations.iter().position(is_baseline) {
            Some(baseline) => (0..n).filter(|&it| it != baseline).map(|it| (it, baseline)).collect(),
            None => (0..n).flat_map(|first| (first + 1..n).map(move |second| (first, second))).collect(),
        }
    }

    /// All criteria that any run has goals of, in the order of their names.
    pub(super) fn criteria(&self) -> Vec<String> {
        let mut criteria: Vec<String> =
            self.runs().flat_map(|(_, run)| run.outcome.goals.keys().cloned()).collect();
        criteria.sort();
        criteria.dedup();
        criteria
    }

    /// All runs with the positions of their subjects, subject by subject.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, &'a StoredRun)> {
        self.cells.iter().flat_map(|(&(subject, _), runs)| runs.iter().map(move |&run| (subject, run)))
    }

    /// The runs of a configuration with the positions of their subjects.
    pub(super) fn runs_of(&self, configuration: usize) -> impl Iterator<Item = (usize, &'a StoredRun)> {
        let cells = self.cells.iter().filter(move |((_, own), _)| *own == configuration);
        cells.flat_map(|(&(subject, _), runs)| runs.iter().map(move |&run| (subject, run)))
    }

    /// The measure of a run.
    pub(super) fn value(&self, measure: &Measure, subject: usize, run: &StoredRun) -> Option<f64> {
        measure.of(&run.outcome, &self.subjects[subject].totals)
    }

    /// Positions of the subjects of a group.
    pub(super) fn members(&self, group: Group) -> Vec<usize> {
        (0..self.subjects.len()).filter(|&subject| group.holds(&self.subjects[subject])).collect()
    }

    /// The values of a subject by configuration.
    pub(super) fn samples(&self, measure: &Measure, subject: usize) -> Samples {
        let values = |configuration: usize| {
            let runs = self.cells.get(&(subject, configuration)).into_iter().flatten();
            runs.filter_map(|run| self.value(measure, subject, run)).collect()
        };
        (0..self.configurations.len()).map(values).collect()
    }
}
