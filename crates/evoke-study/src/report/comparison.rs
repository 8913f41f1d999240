//! Configurations compared by one measure, over the classes of one group.

use evoke_report::Quartiles;
use statrs::statistics::Statistics;

use super::measure::Measure;
use super::run_table::{Group, Pair, RunTable, Samples};
use crate::statistics::{Friedman, SIGNIFICANT, a12, friedman, mann_whitney_p};

/// How the configurations compare by a measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The measure.
    pub measure: Measure,
    /// All classes, then the small and the large ones, where there are both.
    pub groups: Vec<GroupComparison>,
    /// By class and pair of configurations, in the order of the report.
    pub by_class: Vec<ClassComparison>,
}

/// How they compare over some of the classes.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupComparison {
    /// Which classes.
    pub group: Group,
    /// How many of them have values.
    pub n_subjects: usize,
    /// By configuration.
    pub summaries: Vec<Summary>,
    /// By pair of configurations, in the order of the report.
    pub tallies: Vec<Tally>,
    /// Over the classes that have values of all configurations.
    pub friedman: Option<Friedman>,
}

/// The runs of a configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of runs.
    pub n_runs: usize,
    /// Mean over all runs.
    pub mean: f64,
    /// Over all runs.
    pub quartiles: Quartiles,
    /// The least and the greatest value.
    pub range: (f64, f64),
}

/// Two configurations, over classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Classes on which the first is significantly better.
    pub won: usize,
    /// Classes on which the second is.
    pub lost: usize,
    /// The other classes.
    pub undecided: usize,
    /// The middle of the A12 of the classes: how likely the first is to be better.
    pub effect: Option<f64>,
}

/// A class, by pair of configurations how likely the first is to be better, and the p-value; nothing where a configuration has no
/// value.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassComparison {
    /// The class.
    pub subject: String,
    /// A12 and p by pair.
    pub pairs: Vec<Option<(f64, f64)>>,
}

/// Compares the configurations by a measure.
pub(super) fn compare(table: &RunTable<'_>, measure: &Measure) -> Comparison {
    let samples: Vec<Samples> =
        (0..table.subjects.len()).map(|subject| table.samples(measure, subject)).collect();
    let by_class: Vec<ClassComparison> = samples
        .iter()
        .zip(&table.subjects)
        .map(|(samples, subject)| ClassComparison {
            subject: subject.name.clone(),
            pairs: table.pairs().into_iter().map(|pair| compare_pair(measure, samples, pair)).collect(),
        })
        .collect();
    let has_both = !table.members(Group::Small).is_empty() && !table.members(Group::Large).is_empty();
    let groups: &[Group] = if has_both { &[Group::All, Group::Small, Group::Large] } else { &[Group::All] };
    let compare_group = |&group: &Group| {
        let members = table.members(group);
        let samples: Vec<&Samples> = members.iter().map(|&subject| &samples[subject]).collect();
        let classes: Vec<&ClassComparison> = members.iter().map(|&subject| &by_class[subject]).collect();
        compare_group(group, measure, table.configurations.len(), &samples, &classes)
    };
    Comparison { measure: measure.clone(), groups: groups.iter().map(compare_group).collect(), by_class }
}

fn compare_pair(measure: &Measure, samples: &Samples, (first, second): Pair) -> Option<(f64, f64)> {
    let (first, second) = (&samples[first], &samples[second]);
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let effect = if measure.is_cost() { a12(second, first) } else { a12(first, second) };
    Some((effect, mann_whitney_p(first, second)))
}

fn compare_group(
    group: Group,
    measure: &Measure,
    n_configurations: usize,
    samples: &[&Samples],
    classes: &[&ClassComparison],
) -> GroupComparison {
    let summary = |configuration: usize| {
        Summary::of(samples.iter().flat_map(|samples| samples[configuration].iter().copied()).collect())
    };
    let n_pairs = classes.first().map_or(0, |class| class.pairs.len());
    let tally = |pair: usize| Tally::of(classes.iter().filter_map(|class| class.pairs[pair]));
    GroupComparison {
        group,
        n_subjects: samples.iter().filter(|samples| samples.iter().any(|sample| !sample.is_empty())).count(),
        summaries: (0..n_configurations).map(summary).collect(),
        tallies: (0..n_pairs).map(tally).collect(),
        friedman: friedman(&blocks(measure, samples)),
    }
}

/// Means by configuration of the classes that have values of all, the greater the better.
fn blocks(measure: &Measure, samples: &[&Samples]) -> Vec<Vec<f64>> {
    let sign = if measure.is_cost() { -1.0 } else { 1.0 };
    let complete = samples.iter().filter(|samples| samples.iter().all(|sample| !sample.is_empty()));
    complete.map(|samples| samples.iter().map(|sample| sign * sample.mean()).collect()).collect()
}

impl Summary {
    fn of(values: Vec<f64>) -> Self {
        if values.is_empty() {
            return Self::default();
        }
        Self {
            n_runs: values.len(),
            mean: (&values).mean(),
            range: ((&values).min(), (&values).max()),
            quartiles: Quartiles::of(values),
        }
    }
}

impl Tally {
    fn of(found: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut tally = Self::default();
        let mut effects = Vec::new();
        for (effect, p) in found {
            effects.push(effect);
            let counted = match effect {
                _ if p >= SIGNIFICANT => &mut tally.undecided,
                better if better > 0.5 => &mut tally.won,
                _ => &mut tally.lost,
            };
            *counted += 1;
        }
        tally.effect = (!effects.is_empty()).then(|| Quartiles::of(effects).median);
        tally
    }
}
