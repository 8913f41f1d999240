//! Gives the embedded JVM its classes: instrumented in full if under test, but for probes of mutants while nobody looks at these; lightly if
//! a dependency, as they are if the test's own, but for what all are marked with.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use evoke_analysis::ClassUnderTest;
use evoke_classfile::{ClassName, ClassPath, Origin};
use evoke_instrument::{InstrumentOptions, Instrumented, Instrumenter};
use evoke_jvm::{ClassProvider, MutantProbes};

use super::analysed_class::AnalysedClass;
use super::warnings::Warnings;

/// Classes of the class path's entries and the tests' own; those of the JDK are left to the JVM. Clones give the same.
#[derive(Clone)]
pub(super) struct InstrumentedClasses {
    class_path: Arc<ClassPath>,
    specimen_files: Arc<BTreeMap<ClassName, Vec<u8>>>,
    under_test: Arc<ClassUnderTest>,
    with_mutants: Arc<Instrumenter>,
    without_mutants: Arc<Instrumenter>,
    warnings: Warnings,
    given: Arc<Mutex<Given>>,
}

/// What was asked for.
struct Given {
    has_mutants: bool,
    /// The classes under test, as they are on the class path.
    classes: BTreeMap<ClassName, Vec<u8>>,
}

impl InstrumentedClasses {
    pub(super) fn new(class: &AnalysedClass, options: InstrumentOptions, warnings: Warnings) -> Self {
        let (class_path, under_test) = (Arc::clone(&class.class_path), Arc::clone(&class.instrumented));
        let specimen_files = Arc::clone(&class.specimen_files);
        let instrumenter =
            |mutants| Arc::new(Instrumenter::new(&under_test, InstrumentOptions { mutants, ..options }));
        Self {
            with_mutants: instrumenter(options.mutants),
            without_mutants: instrumenter(false),
            class_path,
            specimen_files,
            under_test,
            warnings,
            given: Arc::new(Mutex::new(Given { has_mutants: true, classes: BTreeMap::new() })),
        }
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_test(&self, name: &ClassName, bytes: &[u8], has_mutants: bool) -> Instrumented {
        let instrumenter = if has_mutants { &self.with_mutants } else { &self.without_mutants };
        instrumenter.instrument_under_test(name, bytes)
    }
}

impl ClassProvider for InstrumentedClasses {
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>> {
        if let Some(specimen) = self.specimen_files.get(name) {
            return Some(self.with_mutants.mark(specimen.clone()));
        }
        let Some(Origin::Entry(_)) = self.class_path.origin(name) else { return None };
        let bytes = self.class_path.find(name).ok().flatten()?;
        let instrumented = if self.under_test.classes.contains(name) {
            let mut given = self.given();
            let instrumented = self.under_test(name, &bytes, given.has_mutants);
            given.classes.insert(name.clone(), bytes);
            instrumented
        } else {
            self.with_mutants.instrument_dependency(name, &bytes)
        };
        if let Some(downgrade) = &instrumented.downgrade {
            self.warnings.add(downgrade.to_string());
        }
        Some(instrumented.bytes)
    }
}

impl MutantProbes for InstrumentedClasses {
    fn switch(&mut self, with_mutants: bool) -> Vec<(ClassName, Vec<u8>)> {
        let mut given = self.given();
        if std::mem::replace(&mut given.has_mutants, with_mutants) == with_mutants {
            return Vec::new();
        }
        let changed = given.classes.iter();
        let changed = changed.map(|(name, bytes)| {
            let instrumented = self.under_test(name, bytes, with_mutants);
            if let Some(downgrade) = instrumented.downgrade.filter(|_| with_mutants) {
                self.warnings.add(downgrade.to_string());
            }
            (name.clone(), instrumented.bytes)
        });
        changed.collect()
    }
}
