//! Joins the records of the parts of a run that several machines did, and sees that no class is missing or there twice.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{LeftOutRecord, RunRecord};
use crate::shard_record::{ShardRecord, name_in_parts};

/// Records that are not the parts of one run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A record is not of a part.
    #[error("result {0} is not that of a part of a run")]
    NoPart(usize),
    /// Two records are of runs on other classes, or in another number of parts.
    #[error("result {0} is of another run than the first: its classes or the number of parts differ")]
    OtherRun(usize),
    /// A part is there twice.
    #[error("part {0} is there twice")]
    Doubled(u32),
    /// Parts that are not there.
    #[error("part {number} of {of} is missing")]
    Missing {
        /// The first of them.
        number: u32,
        /// How many there are.
        of: u32,
    },
    /// A class that no part tells of.
    #[error("no part tells of class `{0}`")]
    MissingClass(String),
    /// A class that two parts tell of.
    #[error("class `{0}` is in several parts")]
    DoubledClass(String),
}

impl RunRecord {
    /// The record of the whole run, of those of all its parts, in any order.
    pub fn merge(parts: Vec<Self>) -> Result<Self, MergeError> {
        let all = check_parts(&parts)?;
        let version = parts.first().map(|part| part.version.clone()).unwrap_or_default();
        let (mut classes, mut left_out) = (BTreeMap::new(), BTreeMap::new());
        for part in parts {
            for class in part.classes {
                let name = class.name_in_parts();
                if classes.insert(name.clone(), class).is_some() {
                    return Err(MergeError::DoubledClass(name));
                }
            }
            for class in part.left_out {
                let name = name_in_parts(&class.module, &class.class);
                // What is left out since it has no code is so in every part.
                if left_out.insert(name.clone(), class).is_some() && all.contains(&name) {
                    return Err(MergeError::DoubledClass(name));
                }
            }
        }
        if let Some(name) =
            all.iter().find(|name| !classes.contains_key(*name) && !left_out.contains_key(*name))
        {
            return Err(MergeError::MissingClass(name.clone()));
        }
        let left_out: Vec<LeftOutRecord> = left_out.into_values().collect();
        Ok(Self { left_out, ..Self::new(&version, classes.into_values().collect()) })
    }
}

/// The classes of all parts, if these are all parts of one run.
fn check_parts(parts: &[RunRecord]) -> Result<BTreeSet<String>, MergeError> {
    let mut numbers = BTreeSet::new();
    let mut first: Option<&ShardRecord> = None;
    for (position, part) in parts.iter().enumerate() {
        let shard = part.shard.as_ref().ok_or(MergeError::NoPart(position + 1))?;
        let first = *first.get_or_insert(shard);
        if (first.of, &first.all) != (shard.of, &shard.all) {
            return Err(MergeError::OtherRun(position + 1));
        }
        if !numbers.insert(shard.number) {
            return Err(MergeError::Doubled(shard.number));
        }
    }
    let first = first.ok_or(MergeError::Missing { number: 1, of: 1 })?;
    match (1..=first.of).find(|number| !numbers.contains(number)) {
        Some(number) => Err(MergeError::Missing { number, of: first.of }),
        None => Ok(first.all.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassRecord, Status};

    fn part(number: u32, classes: &[&str]) -> RunRecord {
        let class =
            |name: &&str| ClassRecord { module: Some("m".to_owned()), ..ClassRecord::new(name, Status::Ok) };
        let mut record = RunRecord::new("1", classes.iter().map(class).collect());
        record.left_out = vec![LeftOutRecord {
            module: "m".to_owned(),
            class: "Api".to_owned(),
            reason: "no code".to_owned(),
        }];
        let all = ["A", "B", "C"].map(|class| name_in_parts("m", class)).into();
        record.shard = Some(ShardRecord { number, of: 2, all });
        record
    }

    #[test]
    fn parts_in_any_order_give_the_whole() {
        let whole = RunRecord::merge(vec![part(2, &["B"]), part(1, &["A", "C"])]).unwrap();
        let names: Vec<&str> = whole.classes.iter().map(|class| class.class.as_str()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        assert_eq!((whole.left_out.len(), whole.shard), (1, None));
    }

    #[test]
    fn missing_and_doubled_parts_and_classes_are_named() {
        let merge = |parts| RunRecord::merge(parts).unwrap_err();
        assert_eq!(merge(vec![part(2, &["B"])]), MergeError::Missing { number: 1, of: 2 });
        assert_eq!(merge(vec![part(2, &["B"]), part(2, &["B"])]), MergeError::Doubled(2));
        assert_eq!(merge(vec![part(1, &["A"]), part(2, &["B"])]), MergeError::MissingClass("m/C".to_owned()));
        let doubled = vec![part(1, &["A", "B"]), part(2, &["B", "C"])];
        assert_eq!(merge(doubled), MergeError::DoubledClass("m/B".to_owned()));
        assert_eq!(merge(vec![RunRecord::new("1", Vec::new())]), MergeError::NoPart(1));
        let mut other = part(2, &["B"]);
        other.shard = Some(ShardRecord { number: 2, of: 2, all: BTreeSet::new() });
        assert_eq!(merge(vec![part(1, &["A", "C"]), other]), MergeError::OtherRun(2));
    }
}
