//! Gives the embedded JVM its classes: instrumented in full if under test, lightly if a dependency, as they
//! are if the test's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use evoke_analysis::ClassUnderTest;
use evoke_classfile::{ClassName, ClassPath, Origin};
use evoke_instrument::Instrumenter;
use evoke_jvm::ClassProvider;

use super::analysed_class::AnalysedClass;
use super::warnings::Warnings;

/// Classes of the class path's entries and the tests' own; those of the JDK are left to the JVM.
pub(super) struct InstrumentedClasses {
    class_path: Arc<ClassPath>,
    specimen_files: Arc<BTreeMap<ClassName, Vec<u8>>>,
    under_test: Arc<ClassUnderTest>,
    instrumenter: Instrumenter,
    warnings: Warnings,
}

impl InstrumentedClasses {
    pub(super) fn new(class: &AnalysedClass, instrumenter: Instrumenter, warnings: Warnings) -> Self {
        let (class_path, under_test) = (Arc::clone(&class.class_path), Arc::clone(&class.instrumented));
        let specimen_files = Arc::clone(&class.specimen_files);
        Self { class_path, specimen_files, under_test, instrumenter, warnings }
    }
}

impl ClassProvider for InstrumentedClasses {
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>> {
        if let Some(specimen) = self.specimen_files.get(name) {
            return Some(specimen.clone());
        }
        let Some(Origin::Entry(_)) = self.class_path.origin(name) else { return None };
        let bytes = self.class_path.find(name).ok().flatten()?;
        let instrumented = if self.under_test.classes.contains(name) {
            self.instrumenter.instrument_under_test(name, &bytes)
        } else {
            self.instrumenter.instrument_dependency(name, &bytes)
        };
        if let Some(downgrade) = &instrumented.downgrade {
            self.warnings.add(downgrade.to_string());
        }
        Some(instrumented.bytes)
    }
}
