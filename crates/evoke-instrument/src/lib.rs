//! Rewrites class files so that a run reports what it covered and how near it came, and stays within limits.
//!
//! Probes are straight-line calls of static methods of `evoke.runtime.Tracer`, which every class loader sees:
//! they leave the operand stack as it was, so that no frame changes. Classes under test get all probes; every
//! other class of the class path gets those that keep a test within its limits, and that tell what decided a `boolean`. What the numbers passed to
//! probes mean is in the tables of [`ClassUnderTest`]; nothing here decides what is a goal.

mod class_under_test;
mod decisions;
mod deleted_call;
mod dependency;
mod effort;
mod explicit_throws;
mod limits;
mod mutation;
mod predicate_operand;
mod predicates;
mod string_switches;
mod tracer;
mod watched_calls;

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, MutantId};
use evoke_classfile::rewrite::{MethodEditor, RewriteError, Rewritten, UntouchedMethod, rewrite};

use class_under_test::{ClassUnderTestEditor, ExtraProbes, MethodIds};
use dependency::DependencyEditor;

/// Instruments classes for runs against one class under test.
#[derive(Clone, Debug)]
pub struct Instrumenter {
    /// By class, method name and descriptor.
    methods: BTreeMap<String, BTreeMap<(String, String), MethodIds>>,
    extras: ExtraProbes,
    watches_calls: bool,
}

/// An instrumented class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrumented {
    /// The new class file.
    pub bytes: Vec<u8>,
    /// Methods left without probes because they would become too large.
    pub untouched_methods: Vec<UntouchedMethod>,
}

/// Why a class could not be instrumented.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InstrumentError {
    /// The class file could not be rewritten.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl Instrumenter {
    /// Prepares to instrument the classes of a class under test, with the ids of its tables.
    pub fn new(class_under_test: &ClassUnderTest) -> Self {
        Self {
            methods: class_under_test::ids_by_method(class_under_test),
            extras: ExtraProbes::of(class_under_test),
            watches_calls: true,
        }
    }

    /// Also counts what a run costs, which slows it down.
    #[must_use]
    pub fn counting_effort(self) -> Self {
        Self { extras: self.extras.with_effort(), ..self }
    }

    /// Leaves calls such as `equals`, and switches over strings, without distances of their own: what they decide is then
    /// 0 or 1 away.
    #[must_use]
    pub fn without_watched_calls(self) -> Self {
        Self { watches_calls: false, ..self }
    }

    /// Puts all probes into a class that the tables know: entries, lines, predicates, mutants and limits. A method that
    /// would become too large goes without its bulky probes, those of mutants and effort, and so does a class whose
    /// constant pool would become full.
    ///
    /// # Errors
    /// If the class file is malformed or its constant pool is full.
    pub fn instrument_under_test(&self, bytes: &[u8]) -> Result<Instrumented, InstrumentError> {
        let mut without_bulky = BTreeSet::new();
        let edit = |extras: ExtraProbes, without: &BTreeSet<String>| {
            let mut editor = ClassUnderTestEditor::new(&self.methods, extras, bytes, without);
            editor.watches_calls = self.watches_calls;
            instrument(bytes, &mut editor)
        };
        let instrumented = match edit(self.extras, &without_bulky) {
            Err(InstrumentError::Rewrite(RewriteError::ConstantPoolFull)) if self.extras.has_bulky() => {
                return edit(self.extras.without_bulky(), &without_bulky);
            }
            result => result?,
        };
        if instrumented.untouched_methods.is_empty() || !self.extras.has_bulky() {
            return Ok(instrumented);
        }
        without_bulky.extend(instrumented.untouched_methods.into_iter().map(|untouched| untouched.method));
        edit(self.extras, &without_bulky)
    }

    /// Leaves out the call that a mutant deletes: the one kind of change that no mutant can be switched on for, since code
    /// that is put in has no jumps.
    #[must_use]
    pub fn without_call(mut self, mutant: MutantId) -> Self {
        self.extras.deleted_call = Some(mutant);
        self
    }

    /// Puts limits into a class (steps, array lengths and exits), and into its methods that return a `boolean` what tells
    /// how far that was from the other one.
    ///
    /// # Errors
    /// If the class file is malformed or its constant pool is full.
    pub fn instrument_dependency(&self, bytes: &[u8]) -> Result<Instrumented, InstrumentError> {
        if !self.watches_calls {
            return instrument(bytes, &mut DependencyEditor::of_limits());
        }
        match instrument(bytes, &mut DependencyEditor::for_class(bytes)) {
            Err(InstrumentError::Rewrite(RewriteError::ConstantPoolFull)) => {
                instrument(bytes, &mut DependencyEditor::of_limits())
            }
            result => result,
        }
    }
}

fn instrument(bytes: &[u8], editor: &mut dyn MethodEditor) -> Result<Instrumented, InstrumentError> {
    let Rewritten { bytes, methods_left_untouched } = rewrite(bytes, editor)?;
    Ok(Instrumented { bytes, untouched_methods: methods_left_untouched })
}
