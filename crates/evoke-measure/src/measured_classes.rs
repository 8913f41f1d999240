//! The classes that a suite is measured on, analysed and instrumented as for a search.

use std::collections::BTreeMap;

use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassPair, ClassUnderTest, ClusterLimits, Criterion, MutantId, TestCluster,
};
use evoke_classfile::{ClassFile, ClassName, ClassPath};
use evoke_instrument::{InstrumentOptions, Instrumenter};

use crate::measure_error::MeasureError;

/// Criteria whose goals depend on what a test can call.
const ABOUT_CALLS: [Criterion; 5] = [
    Criterion::DirectBranch,
    Criterion::TopLevelMethod,
    Criterion::NoExceptionTopLevelMethod,
    Criterion::Output,
    Criterion::Input,
];

/// A class with what is nested in it, or a pair of them.
#[derive(Debug)]
pub struct MeasuredClasses {
    /// Goals and ids.
    pub tables: ClassUnderTest,
    /// Class files as they are.
    originals: BTreeMap<ClassName, Vec<u8>>,
    /// Class files that run in their place.
    pub(crate) instrumented: BTreeMap<ClassName, Vec<u8>>,
    /// Classes that go without some of their probes, and why.
    pub warnings: Vec<String>,
}

impl MeasuredClasses {
    /// A class with goals of these criteria, for tests in a package, as class files spell it.
    ///
    /// # Errors
    /// The class or the class path cannot be read.
    pub fn of_class(
        class_path: &ClassPath,
        class: &ClassName,
        package: &str,
        criteria: &[Criterion],
    ) -> Result<Self, MeasureError> {
        let library = ClassLibrary::new(class_path);
        let files = library.with_nested(class).ok_or_else(|| MeasureError::NoClass(class.binary()))?;
        let mut tables = ClassUnderTest::analyse(&files, criteria);
        if criteria.iter().any(|criterion| ABOUT_CALLS.contains(criterion)) {
            add_call_goals(&mut tables, class_path, &library, &files, package)?;
        }
        Self::of_tables(class_path, tables)
    }

    /// A caller and a callee with their coupled branches.
    ///
    /// # Errors
    /// A class or the class path cannot be read, or the two are no pair.
    pub fn of_pair(
        class_path: &ClassPath,
        caller: &ClassName,
        callee: &ClassName,
    ) -> Result<Self, MeasureError> {
        let library = ClassLibrary::new(class_path);
        let pair = ClassPair::read(&library, caller, callee)?;
        Self::of_tables(class_path, ClassUnderTest::analyse_pair(&library, &pair))
    }

    fn of_tables(class_path: &ClassPath, tables: ClassUnderTest) -> Result<Self, MeasureError> {
        let instrumenter = Instrumenter::new(&tables, InstrumentOptions::default());
        let (mut originals, mut instrumented) = (BTreeMap::new(), BTreeMap::new());
        let mut warnings = Vec::new();
        for class in &tables.classes {
            let bytes = class_path.find(class)?.ok_or_else(|| MeasureError::NoClass(class.binary()))?;
            let result = instrumenter.instrument_under_test(class, &bytes);
            warnings.extend(result.downgrade.map(|downgrade| downgrade.to_string()));
            instrumented.insert(class.clone(), result.bytes);
            originals.insert(class.clone(), bytes);
        }
        Ok(Self { tables, originals, instrumented, warnings })
    }

    /// The class of a mutant with the call left out that the mutant deletes, instrumented otherwise as before.
    pub(crate) fn without_call(&self, mutant: MutantId) -> Option<(&ClassName, Vec<u8>)> {
        let method = self.tables.mutants.get(mutant.index())?.method;
        let (class, bytes) = self.originals.get_key_value(&self.tables.methods[method.index()].class)?;
        let options = InstrumentOptions { deleted_call: Some(mutant), ..InstrumentOptions::default() };
        let instrumenter = Instrumenter::new(&self.tables, options);
        Some((class, instrumenter.instrument_under_test(class, bytes).bytes))
    }
}

fn add_call_goals(
    tables: &mut ClassUnderTest,
    class_path: &ClassPath,
    library: &ClassLibrary<'_>,
    files: &[ClassFile],
    package: &str,
) -> Result<(), MeasureError> {
    let (mut hierarchy, _) = ClassHierarchy::build(class_path)?;
    hierarchy.include_modules_of(class_path, files)?;
    let limits = ClusterLimits::default();
    let cluster = TestCluster::build_in_package(package, library, &hierarchy, tables, limits, Vec::new());
    tables.add_call_goals(&cluster, library, &hierarchy);
    Ok(())
}
