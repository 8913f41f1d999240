//! Compiles a Java class, instruments it, runs it in a JVM of its own and shows what the tracer recorded.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use evoke_analysis::{ClassUnderTest, Criterion, GoalKind, LineId, MethodId, Outcome, PredicateId};
use evoke_classfile::ClassFile;
use evoke_instrument::{InstrumentOptions, Instrumenter};
use tempfile::TempDir;

use crate::jdk_tools as java;

/// One run of `Subject.run()`.
pub(crate) struct Traced {
    class_under_test: ClassUnderTest,
    output: String,
}

/// Runs `Subject.run()` where `Subject` has these members.
pub(crate) fn trace(members: &str) -> Traced {
    trace_source(&format!("public class Subject {{\n{members}\n}}\n"), &[])
}

/// The same, and counts what that costs.
pub(crate) fn trace_effort(members: &str) -> Traced {
    let source = format!("public class Subject {{\n{members}\n}}\n");
    trace_with(&source, &[], InstrumentOptions { effort: true, ..InstrumentOptions::default() })
}

/// The same without distances of calls and of switches over strings.
pub(crate) fn trace_without_string_distances(members: &str) -> Traced {
    let source = format!("public class Subject {{\n{members}\n}}\n");
    trace_with(&source, &[], InstrumentOptions { string_distances: false, ..InstrumentOptions::default() })
}

/// Runs `Subject.run()` of a whole source file; the classes named get a dependency's probes only.
pub(crate) fn trace_source(source: &str, dependencies: &[&str]) -> Traced {
    trace_with(source, dependencies, InstrumentOptions::default())
}

fn trace_with(source: &str, dependencies: &[&str], options: InstrumentOptions) -> Traced {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("Subject.java"), source).unwrap();
    let runtime = java::runtime_classes(folder.path());
    let classes = folder.path().join("classes");
    let sources = [folder.path().join("Subject.java"), java::test_source("Driver.java")];
    java::compile(&classes, Some(&runtime), &sources);

    let mut subjects = Vec::new();
    for path in class_files(&classes).into_iter().filter(|path| !path.ends_with("Driver.class")) {
        let bytes = fs::read(&path).unwrap();
        let class = ClassFile::parse(&bytes).unwrap();
        let is_dependency = dependencies.contains(&class.name.as_str());
        subjects.push((path, bytes, class, is_dependency));
    }
    let under_test: Vec<ClassFile> =
        subjects.iter().filter(|subject| !subject.3).map(|subject| subject.2.clone()).collect();
    let class_under_test = ClassUnderTest::analyse(&under_test, &[Criterion::Branch, Criterion::Line]);
    let instrumenter = Instrumenter::new(&class_under_test, options);
    for (path, bytes, class, is_dependency) in &subjects {
        let instrumented = if *is_dependency {
            instrumenter.instrument_dependency(&class.name, bytes)
        } else {
            instrumenter.instrument_under_test(&class.name, bytes)
        };
        assert_eq!(instrumented.downgrade, None, "{}", path.display());
        fs::write(path, instrumented.bytes).unwrap();
    }
    let output = run(&[runtime, classes], &class_under_test);
    Traced { class_under_test, output }
}

impl Traced {
    /// Every branch goal whose predicate ran, with its distance and, if more than one, the number of
    /// executions.
    pub(crate) fn distances(&self) -> String {
        let mut text = String::new();
        for (predicate, [to_true, to_false, executions]) in self.predicates() {
            for goal in &self.class_under_test.goals {
                let distance = match goal.kind {
                    GoalKind::Branch(id, Outcome::True) if id == predicate => to_true,
                    GoalKind::Branch(id, Outcome::False) if id == predicate => to_false,
                    _ => continue,
                };
                let times = if executions > 1.0 { format!(" ({executions} times)") } else { String::new() };
                let condition = goal.name.split_once(' ').map_or("", |(_, condition)| condition);
                let distance = if distance < 1e9 { distance.to_string() } else { format!("{distance:e}") };
                writeln!(text, "{condition}: {distance}{times}").unwrap();
            }
        }
        text.trim_end().to_owned()
    }

    /// Numbers of the lines that ran.
    pub(crate) fn lines(&self) -> Vec<u16> {
        let ids = self.rows("line").map(|row| LineId(row.parse().unwrap()));
        let mut lines: Vec<u16> = ids.map(|id| self.class_under_test.lines[id.index()].number).collect();
        lines.sort_unstable();
        lines
    }

    /// Names of the methods that were entered, in the order of the tables.
    pub(crate) fn methods(&self) -> Vec<&str> {
        let mut ids: Vec<MethodId> = self.rows("method").map(|row| MethodId(row.parse().unwrap())).collect();
        ids.sort();
        ids.iter().map(|id| self.class_under_test.methods[id.index()].name.as_str()).collect()
    }

    /// `completed`, or `threw` with the class.
    pub(crate) fn end(&self) -> &str {
        self.rows("end").next().unwrap()
    }

    /// Calls, allocations but for the first at each place, and lines begun.
    pub(crate) fn effort(&self) -> &str {
        self.rows("effort").next().unwrap()
    }

    /// How often code tried to end the JVM.
    pub(crate) fn exits(&self) -> &str {
        self.rows("exits").next().unwrap()
    }

    /// How often it was kept from changing files.
    pub(crate) fn refusals(&self) -> &str {
        self.rows("refusals").next().unwrap()
    }

    fn predicates(&self) -> BTreeMap<PredicateId, [f64; 3]> {
        let parse = |row: &str| {
            let (id, rest) = row.split_once(' ').unwrap();
            let numbers: Vec<f64> = rest.split(' ').map(|number| number.parse().unwrap()).collect();
            (PredicateId(id.parse().unwrap()), numbers.try_into().unwrap())
        };
        self.rows("predicate").map(parse).collect()
    }

    fn rows<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a str> {
        self.output.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' '))
    }
}

fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "class"));
    // The outer class first.
    paths.sort_by_key(|path| path.with_extension(""));
    paths
}

fn run(class_path: &[PathBuf], class_under_test: &ClassUnderTest) -> String {
    let tables =
        [class_under_test.predicates.len(), class_under_test.lines.len(), class_under_test.methods.len()];
    let mut arguments: Vec<String> = tables.iter().map(ToString::to_string).collect();
    for (predicate, keys) in class_under_test.switches() {
        arguments.extend([predicate.0.to_string(), keys.len().to_string()]);
        arguments.extend(keys.iter().map(i32::to_string));
    }
    java::run(class_path, "Driver", &arguments)
}
