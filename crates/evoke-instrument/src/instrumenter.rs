//! The way in: takes the bytes of a class and gives those that run in its place. Where not all probes fit, it leaves out more and
//! more until the rest does, and says what is missing.

use std::collections::BTreeSet;

use evoke_analysis::ClassUnderTest;
use evoke_classfile::ClassName;
use evoke_classfile::rewrite::{
    AddedField, AddedMethod, MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError, Rewritten,
    UntouchedMethod, rewrite,
};
use evoke_runtime::layout::class_marks;

use crate::class_under_test::ClassUnderTestEditor;
use crate::dependency::DependencyEditor;
use crate::downgrade::{Downgrade, Extent, Loss, LossReason, LostProbes};
use crate::method_ids::IdsByMethod;
use crate::options::InstrumentOptions;
use crate::probe_selection::ProbeSelection;

/// The first version of class files in which JaCoCo adds a method alone.
const JAVA_11: u16 = 55;

/// Instruments classes for runs against one class under test.
#[derive(Clone, Debug)]
pub struct Instrumenter {
    methods: IdsByMethod,
    selection: ProbeSelection,
}

/// An instrumented class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrumented {
    /// The new class file; as it was if it could not be rewritten at all.
    pub bytes: Vec<u8>,
    /// What the class goes without, if not all probes could be put in.
    pub downgrade: Option<Downgrade>,
}

impl Instrumenter {
    /// Prepares to instrument the classes of a class under test, with the ids of its tables.
    pub fn new(class_under_test: &ClassUnderTest, options: InstrumentOptions) -> Self {
        Self {
            methods: IdsByMethod::of(class_under_test),
            selection: ProbeSelection::of(class_under_test, options),
        }
    }

    /// Puts all probes into a class that the tables know: entries, lines, predicates, mutants and limits. A method that
    /// would become too large goes without its bulky probes, those of mutants and effort, and so does a class whose
    /// constant pool would become full.
    pub fn instrument_under_test(&self, name: &ClassName, bytes: &[u8]) -> Instrumented {
        finish(name, bytes, self.with_all_probes(bytes))
    }

    /// Puts limits into a class (steps, array lengths and exits), and into its methods that return a `boolean` what tells
    /// how far that was from the other one.
    pub fn instrument_dependency(&self, name: &ClassName, bytes: &[u8]) -> Instrumented {
        finish(name, bytes, self.with_dependency_probes(bytes))
    }

    /// Leaves a class of the tests' own as it is but for what all classes get.
    pub fn mark(&self, bytes: Vec<u8>) -> Vec<u8> {
        self.edited(&bytes, &mut NoEditor).map_or(bytes, |edited| edited.bytes)
    }

    fn with_all_probes(&self, bytes: &[u8]) -> Result<Edited, RewriteError> {
        let edit = |selection: ProbeSelection, without_bulky: &BTreeSet<String>| {
            self.edited(bytes, &mut ClassUnderTestEditor::new(&self.methods, selection, bytes, without_bulky))
        };
        let nothing = BTreeSet::new();
        let first = match edit(self.selection, &nothing) {
            Err(error @ RewriteError::ConstantPoolFull) if self.selection.has_bulky() => {
                let loss = of_class(LostProbes::MutantsAndEffort, error);
                return Ok(edit(self.selection.without_bulky(), &nothing)?.having_lost([loss]));
            }
            result => result?,
        };
        if first.losses.is_empty() || !self.selection.has_bulky() {
            return Ok(first);
        }
        let too_large: BTreeSet<String> = first.losses.iter().filter_map(Loss::method).collect();
        let second = edit(self.selection, &too_large)?;
        let is_lost: BTreeSet<String> = second.losses.iter().filter_map(Loss::method).collect();
        let smaller =
            first.losses.into_iter().filter(|loss| loss.method().is_some_and(|it| !is_lost.contains(&it)));
        let smaller = smaller.map(|loss| Loss { probes: LostProbes::MutantsAndEffort, ..loss });
        Ok(second.having_lost(smaller))
    }

    fn with_dependency_probes(&self, bytes: &[u8]) -> Result<Edited, RewriteError> {
        if !self.selection.string_distances {
            return self.edited(bytes, &mut DependencyEditor::of_limits());
        }
        match self.edited(bytes, &mut DependencyEditor::for_class(bytes)) {
            Err(error @ RewriteError::ConstantPoolFull) => {
                let loss = of_class(LostProbes::DecisionsOfResults, error);
                Ok(self.edited(bytes, &mut DependencyEditor::of_limits())?.having_lost([loss]))
            }
            result => result,
        }
    }

    fn edited(&self, bytes: &[u8], editor: &mut dyn MethodEditor) -> Result<Edited, RewriteError> {
        let editor = &mut Marking { editor, is_wanted: self.selection.marks_classes };
        let Rewritten { bytes, methods_left_untouched } = rewrite(bytes, editor)?;
        let loss = |UntouchedMethod { method, reason }| Loss {
            extent: Extent::Method(method),
            probes: LostProbes::All,
            reason: LossReason::Method(reason),
        };
        Ok(Edited { bytes, losses: methods_left_untouched.into_iter().map(loss).collect() })
    }
}

/// Adds what JaCoCo adds, if it is wanted: a method, and a field in classes of versions before Java 11.
struct Marking<'m> {
    editor: &'m mut dyn MethodEditor,
    is_wanted: bool,
}

impl MethodEditor for Marking<'_> {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        self.editor.edit(pool, method)
    }

    fn added_field(&self, major_version: u16) -> Option<AddedField> {
        let is_wanted = self.is_wanted && major_version < JAVA_11;
        is_wanted.then_some(AddedField { name: class_marks::FIELD, descriptor: "[Z" })
    }

    fn added_method(&self) -> Option<AddedMethod> {
        self.is_wanted.then(|| AddedMethod::of_nothing(class_marks::METHOD))
    }
}

/// Edits nothing.
struct NoEditor;

impl MethodEditor for NoEditor {
    fn edit(
        &mut self,
        _: &mut PoolBuilder<'_>,
        _: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        Ok(None)
    }
}

/// A class with the probes that fit.
struct Edited {
    bytes: Vec<u8>,
    losses: Vec<Loss>,
}

impl Edited {
    fn having_lost(mut self, losses: impl IntoIterator<Item = Loss>) -> Self {
        self.losses.extend(losses);
        self
    }
}

fn finish(name: &ClassName, bytes: &[u8], edited: Result<Edited, RewriteError>) -> Instrumented {
    let Edited { bytes, losses } = edited.unwrap_or_else(|error| Edited {
        bytes: bytes.to_vec(),
        losses: vec![of_class(LostProbes::All, error)],
    });
    let downgrade = (!losses.is_empty()).then(|| Downgrade { class: name.clone(), losses });
    Instrumented { bytes, downgrade }
}

fn of_class(probes: LostProbes, error: RewriteError) -> Loss {
    Loss { extent: Extent::Class, probes, reason: LossReason::Class(error) }
}
