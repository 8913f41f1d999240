//! The classes that a suite is measured on, analysed and instrumented as for a search.

use std::collections::BTreeMap;

use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassPair, ClassUnderTest, ClusterLimits, Criterion, MethodId, MutantId,
    TestCluster,
};
use evoke_classfile::{ClassFile, ClassName, ClassPath};
use evoke_instrument::{CallNotes, InstrumentOptions, Instrumenter, SuiteInstrumenter};

use crate::measure_error::MeasureError;

/// Criteria about what tests call, pass and are given, for which methods under test have probes of their own.
const ABOUT_CALLS: [Criterion; 5] = [
    Criterion::TopLevelMethod,
    Criterion::NoExceptionTopLevelMethod,
    Criterion::Exception,
    Criterion::Output,
    Criterion::Input,
];

/// A class with what is nested in it, or a pair of them.
#[derive(Debug, Default)]
pub struct MeasuredClasses {
    /// Goals and ids.
    pub tables: ClassUnderTest,
    /// Class files as they are.
    originals: BTreeMap<ClassName, Vec<u8>>,
    /// Class files that run in their place.
    pub(crate) instrumented: BTreeMap<ClassName, Vec<u8>>,
    /// Classes that go without some of their probes, and why.
    pub warnings: Vec<String>,
    /// Who is told of the calls that tests make; `None` where nobody asks for them.
    notes: Option<CallNotes>,
    /// By method that tests can call: the exceptions it declares.
    pub(crate) declared: BTreeMap<MethodId, Vec<ClassName>>,
    /// Of the user's class path, where calls of tests are noted.
    hierarchy: ClassHierarchy,
}

/// The criteria in groups that classes can be measured by at the same time.
pub fn criteria_by_probes(criteria: &[Criterion]) -> Vec<Vec<Criterion>> {
    let (about_calls, others): (Vec<_>, Vec<_>) = criteria.iter().partition(|it| ABOUT_CALLS.contains(it));
    [others, about_calls].into_iter().filter(|group| !group.is_empty()).collect()
}

impl MeasuredClasses {
    /// A class with goals of these criteria, one group of [`criteria_by_probes`], for tests in a package, as class files spell it.
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
        let tables = ClassUnderTest::analyse(&files, criteria);
        let notes = if criteria.iter().any(|criterion| ABOUT_CALLS.contains(criterion)) {
            Some(CallNotes::Calls)
        } else {
            criteria.contains(&Criterion::DirectBranch).then_some(CallNotes::Contexts)
        };
        let mut classes = Self { tables, notes, ..Self::default() };
        if notes.is_some() {
            classes.add_call_goals(class_path, &library, &files, package)?;
        }
        classes.instrument(class_path)?;
        Ok(classes)
    }

    /// Several top-level classes at once, each with what is nested in it, with goals of criteria that are not about what tests call.
    ///
    /// # Errors
    /// A class or the class path cannot be read.
    pub fn of_classes(
        class_path: &ClassPath,
        classes: &[ClassName],
        criteria: &[Criterion],
    ) -> Result<Self, MeasureError> {
        let library = ClassLibrary::new(class_path);
        let mut files = Vec::new();
        for class in classes {
            files.extend(library.with_nested(class).ok_or_else(|| MeasureError::NoClass(class.binary()))?);
        }
        let mut measured = Self { tables: ClassUnderTest::analyse(&files, criteria), ..Self::default() };
        measured.instrument(class_path)?;
        Ok(measured)
    }

    /// Whether several classes can be measured at once by the criterion.
    pub fn is_about_code(criterion: Criterion) -> bool {
        let is_about_calls = ABOUT_CALLS.contains(&criterion) || criterion == Criterion::DirectBranch;
        !is_about_calls && criterion.is_seen_on_the_original()
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
        let tables = ClassUnderTest::analyse_pair(&library, &pair);
        let mut classes = Self { tables, ..Self::default() };
        classes.instrument(class_path)?;
        Ok(classes)
    }

    fn instrument(&mut self, class_path: &ClassPath) -> Result<(), MeasureError> {
        let instrumenter = Instrumenter::new(&self.tables, self.options());
        for class in &self.tables.classes {
            let bytes = class_path.find(class)?.ok_or_else(|| MeasureError::NoClass(class.binary()))?;
            let result = instrumenter.instrument_under_test(class, &bytes);
            self.warnings.extend(result.downgrade.map(|downgrade| downgrade.to_string()));
            self.instrumented.insert(class.clone(), result.bytes);
            self.originals.insert(class.clone(), bytes);
        }
        Ok(())
    }

    fn options(&self) -> InstrumentOptions {
        InstrumentOptions { test_calls: self.notes == Some(CallNotes::Calls), ..InstrumentOptions::default() }
    }

    /// The class files to run in place of those of a suite that calls these classes, where they differ.
    pub(crate) fn instrumented_suite(&self, suite: &ClassPath) -> BTreeMap<ClassName, Vec<u8>> {
        let Some(notes) = self.notes else { return BTreeMap::new() };
        let may_be_under_test = |ty: &ClassName| {
            let related = |class: &ClassName| {
                self.hierarchy.is_subtype(class, ty) || self.hierarchy.is_subtype(ty, class)
            };
            self.tables.classes.iter().any(related)
        };
        let instrumenter = SuiteInstrumenter::new(&self.tables, &may_be_under_test, notes);
        let classes = suite.class_names().into_iter().filter(|class| !self.tables.classes.contains(class));
        classes
            .filter_map(|class| {
                let bytes = suite.find(&class).ok().flatten()?;
                instrumenter.instrument(&bytes).map(|bytes| (class, bytes))
            })
            .collect()
    }

    /// The class of a mutant with the call left out that the mutant deletes, instrumented otherwise as before.
    pub(crate) fn without_call(&self, mutant: MutantId) -> Option<(&ClassName, Vec<u8>)> {
        let method = self.tables.mutants.get(mutant.index())?.method;
        let (class, bytes) = self.originals.get_key_value(&self.tables.methods[method.index()].class)?;
        let options = InstrumentOptions { deleted_call: Some(mutant), ..self.options() };
        let instrumenter = Instrumenter::new(&self.tables, options);
        Some((class, instrumenter.instrument_under_test(class, bytes).bytes))
    }

    fn add_call_goals(
        &mut self,
        class_path: &ClassPath,
        library: &ClassLibrary<'_>,
        files: &[ClassFile],
        package: &str,
    ) -> Result<(), MeasureError> {
        (self.hierarchy, _) = ClassHierarchy::build(class_path)?;
        self.hierarchy.include_modules_of(class_path, files)?;
        let (hierarchy, tables) = (&self.hierarchy, &mut self.tables);
        let limits = ClusterLimits::default();
        let cluster = TestCluster::build_in_package(package, library, hierarchy, tables, limits, Vec::new());
        tables.add_call_goals(&cluster, library, hierarchy);
        let callables = cluster.under_test.iter().map(|id| cluster.callable(*id));
        self.declared = callables
            .filter_map(|callable| Some((callable.under_test?, callable.exceptions.clone())))
            .collect();
        Ok(())
    }
}
