//! (c) How long it takes to index guava and `java.base`, and how many of their classes a second are read and instrumented.

use std::hint::black_box;
use std::time::{Duration, Instant};

use evoke_analysis::{ClassHierarchy, ClassUnderTest, Criterion};
use evoke_classfile::{ClassFile, ClassPath};
use evoke_instrument::{InstrumentOptions, Instrumenter};

use crate::figures::Figure;
use crate::{Failure, Machine};

/// The best of so many runs counts: others share the machine.
const RUNS: usize = 5;

/// Measures on guava and what it needs.
pub(crate) fn measure(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    let guava = [machine.jar("guava-")?.into(), machine.jar("failureaccess-")?.into()];
    let open = || ClassPath::open(&guava, &machine.jdk);
    let index = best(|| Ok(black_box(ClassHierarchy::build(&open()?)?)))?;

    let mut classes = Vec::new();
    open()?.for_each_class(&mut |_, _, bytes| classes.push(bytes.to_vec()))?;
    let parsed: Vec<ClassFile> =
        classes.iter().map(|bytes| ClassFile::parse(bytes)).collect::<Result<_, _>>()?;
    let parse = best(|| {
        for bytes in &classes {
            black_box(ClassFile::parse(bytes)?);
        }
        Ok(())
    })?;
    let under_test = ClassUnderTest::analyse(&parsed, &[Criterion::Branch, Criterion::Line]);
    let instrumenter = Instrumenter::new(&under_test, InstrumentOptions::default());
    let full = best(|| {
        for (class, bytes) in parsed.iter().zip(&classes) {
            black_box(instrumenter.instrument_under_test(&class.name, bytes));
        }
        Ok(())
    })?;
    let light = best(|| {
        for (class, bytes) in parsed.iter().zip(&classes) {
            black_box(instrumenter.instrument_dependency(&class.name, bytes));
        }
        Ok(())
    })?;

    let rate = |time: Duration| classes.len() as f64 / time.as_secs_f64();
    let figure =
        |name: &str, value, unit| Figure::new("c", format!("{name}, guava and java.base"), value, unit);
    Ok(vec![
        figure("index", index.as_secs_f64() * 1e3, "ms").at_most(300.0),
        figure("index", rate(index), "classes/s"),
        figure("parse", rate(parse), "classes/s"),
        figure("instrument as class under test", rate(full), "classes/s"),
        figure("instrument as dependency", rate(light), "classes/s"),
    ])
}

fn best<T>(work: impl Fn() -> Result<T, Failure>) -> Result<Duration, Failure> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        work()?;
        best = best.min(started.elapsed());
    }
    Ok(best)
}
