//! The part of the classes that one of several machines works on: the same on each, and of about the same size.

use std::cmp::Reverse;
use std::str::FromStr;

/// One of several parts, counted from 1: `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

/// No part is named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text does not.
    #[error("`{0}` is no part: expected `K/N` with K from 1 to N, such as `2/3`, or `auto`")]
    Text(String),
    /// No variables do.
    #[error("no variables say which part this machine has, such as {}", NODES.map(|nodes| nodes.number).join(", "))]
    NoVariables,
    /// Variables name a part that there is not.
    #[error("{number} and {of} do not name a part of several")]
    Variables {
        /// The variable that tells which.
        number: &'static str,
        /// The one that tells how many.
        of: &'static str,
    },
}

/// Variables by which a system tells the machines of a job apart.
#[derive(Clone, Copy)]
struct Nodes {
    number: &'static str,
    /// What the first machine has there: a number, or a variable that holds it.
    first: First,
    of: &'static str,
}

#[derive(Clone, Copy)]
enum First {
    Number(u32),
    Variable(&'static str),
}

/// GitLab, `CircleCI`, an array of Slurm jobs, tasks of one Slurm job. Kubernetes tells the number of an indexed job, and GitHub that of a matrix,
/// but not how many there are: their users set the second variable.
const NODES: [Nodes; 6] = [
    Nodes { number: "CI_NODE_INDEX", first: First::Number(1), of: "CI_NODE_TOTAL" },
    Nodes { number: "CIRCLE_NODE_INDEX", first: First::Number(0), of: "CIRCLE_NODE_TOTAL" },
    Nodes {
        number: "SLURM_ARRAY_TASK_ID",
        first: First::Variable("SLURM_ARRAY_TASK_MIN"),
        of: "SLURM_ARRAY_TASK_COUNT",
    },
    Nodes { number: "SLURM_PROCID", first: First::Number(0), of: "SLURM_NTASKS" },
    Nodes { number: "JOB_COMPLETION_INDEX", first: First::Number(0), of: "JOB_COMPLETIONS" },
    Nodes { number: "JOB_INDEX", first: First::Number(0), of: "JOB_TOTAL" },
];

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError::Text(text.to_owned())),
        }
    }
}

impl Shard {
    /// The part that the variables of a CI system name; `variable` gives the value of one.
    ///
    /// # Errors
    ///
    /// None are set, or they name no part.
    pub fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ShardError> {
        let nodes =
            NODES.iter().find(|nodes| variable(nodes.number).is_some() && variable(nodes.of).is_some());
        let Nodes { number, first, of } = nodes.copied().ok_or(ShardError::NoVariables)?;
        let value = |name: &str| variable(name)?.trim().parse::<u32>().ok();
        let first = match first {
            First::Number(first) => Some(first),
            First::Variable(name) => value(name),
        };
        let part = || {
            let own = value(number)?.checked_sub(first?)?.checked_add(1)?;
            let all = value(of)?;
            (own <= all).then_some(Self { number: own, of: all })
        };
        part().ok_or(ShardError::Variables { number, of })
    }

    /// Positions of the items of this part, in their order: the largest item goes first, to the part that has least so far. Equal
    /// items go by name, so that every machine comes to the same.
    pub fn positions<T>(
        self,
        items: &[T],
        size: impl Fn(&T) -> u64,
        name: impl Fn(&T) -> String,
    ) -> Vec<usize> {
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_cached_key(|position| (Reverse(size(&items[*position])), name(&items[*position])));
        let mut loads = vec![0_u64; self.of as usize];
        let mut own = Vec::new();
        for position in order {
            let Some((part, load)) = loads.iter_mut().enumerate().min_by_key(|(part, load)| (**load, *part))
            else {
                break;
            };
            *load += size(&items[position]).max(1);
            if part + 1 == self.number as usize {
                own.push(position);
            }
        }
        own.sort_unstable();
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [(&str, u64); 6] = [("a", 10), ("b", 90), ("c", 50), ("d", 50), ("e", 0), ("f", 40)];

    fn part(number: u32, of: u32) -> Vec<usize> {
        Shard { number, of }.positions(&ITEMS, |item| item.1, |item| item.0.to_owned())
    }

    #[test]
    fn every_item_is_in_one_part_and_the_parts_are_of_about_one_size() {
        let parts = [part(1, 2), part(2, 2)];
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        let size = |part: &Vec<usize>| part.iter().map(|position| ITEMS[*position].1).sum::<u64>();
        assert!(size(&parts[0]).abs_diff(size(&parts[1])) <= 20, "{parts:?}");
    }

    #[test]
    fn more_parts_than_items_leaves_some_empty() {
        assert_eq!((1..=9).map(|number| part(number, 9).len()).sum::<usize>(), 6);
    }

    #[test]
    fn part_is_read_as_typed() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "2", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn variables_of_systems_name_the_part() {
        let of = |set: &[(&str, &str)]| {
            Shard::of_variables(|name| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
            })
        };
        let part = |number, of| Ok(Shard { number, of });
        assert_eq!(of(&[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "3")]), part(2, 3));
        assert_eq!(of(&[("CIRCLE_NODE_INDEX", "0"), ("CIRCLE_NODE_TOTAL", "4")]), part(1, 4));
        let array =
            [("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_COUNT", "3")];
        assert_eq!(of(&array), part(3, 3));
        assert_eq!(of(&[("JOB_COMPLETION_INDEX", "1"), ("JOB_COMPLETIONS", "2")]), part(2, 2));
        assert_eq!(of(&[("JOB_COMPLETION_INDEX", "1")]), Err(ShardError::NoVariables));
        let wrong = of(&[("CI_NODE_INDEX", "4"), ("CI_NODE_TOTAL", "3")]);
        assert!(wrong.unwrap_err().to_string().contains("CI_NODE_TOTAL"));
    }
}
