//! What was measured: a table for people, JSON for machines.

use std::fmt;

use serde::Serialize;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    pub(crate) part: &'static str,
    name: String,
    value: f64,
    unit: &'static str,
    /// What it should be, and on which side of it.
    target: Option<Target>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Target {
    AtLeast(f64),
    AtMost(f64),
}

/// All figures of a run and what they were measured on.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) schema: &'static str,
    /// Feature release of the JDK.
    pub(crate) jdk: u16,
    pub(crate) cores: usize,
    /// How many threads wanted to run, on average over the minute before.
    pub(crate) load: f64,
    pub(crate) figures: Vec<Figure>,
}

impl Figure {
    pub(crate) fn new(part: &'static str, name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { part, name: name.into(), value, unit, target: None }
    }

    pub(crate) fn at_least(self, target: f64) -> Self {
        Self { target: Some(Target::AtLeast(target)), ..self }
    }

    pub(crate) fn at_most(self, target: f64) -> Self {
        Self { target: Some(Target::AtMost(target)), ..self }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(value) => write!(formatter, "at least {value}"),
            Self::AtMost(value) => write!(formatter, "at most {value}"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "JDK {}, {} cores, load {:.1}", self.jdk, self.cores, self.load)?;
        for figure in &self.figures {
            let digits = if figure.value < 100.0 { 2 } else { 0 };
            let target = figure.target.map(|target| target.to_string()).unwrap_or_default();
            let (part, name, unit) = (figure.part, &figure.name, figure.unit);
            let line = format!("{part:<2} {name:<52} {:>12.digits$} {unit:<13} {target}", figure.value);
            writeln!(formatter, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
