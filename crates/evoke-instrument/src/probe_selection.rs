//! Which probes a class under test gets, from the criteria asked for and from the options.

use evoke_analysis::{ClassUnderTest, Criterion, MutantId};

use crate::options::InstrumentOptions;

/// How far the context of a call reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContextExtent {
    /// To the activation that the call begins.
    Activation,
    /// To whatever runs before the call is over.
    Call,
}

impl ContextExtent {
    fn of(class_under_test: &ClassUnderTest) -> Option<Self> {
        let extent = if class_under_test.coupling.is_some() { Self::Call } else { Self::Activation };
        (!class_under_test.contexts.is_empty()).then_some(extent)
    }
}

/// Probes that not every run needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProbeSelection {
    /// Tell activations apart by where their call comes from.
    pub(crate) contexts: Option<ContextExtent>,
    /// Note what `throw` throws.
    pub(crate) explicit_throws: bool,
    /// Ask at mutated instructions what their mutants give.
    pub(crate) mutants: bool,
    /// Leave out the call that this mutant deletes.
    pub(crate) deleted_call: Option<MutantId>,
    /// Let mutants that delete a call which gives nothing be switched on.
    pub(crate) switches_calls: bool,
    /// Note calls that compiled tests make.
    pub(crate) test_calls: bool,
    /// Count calls, lines and allocations.
    pub(crate) effort: bool,
    /// Ask calls that say more than their result, and switches over strings, for it.
    pub(crate) string_distances: bool,
    /// Give the class members besides its own.
    pub(crate) marks_classes: bool,
}

impl ProbeSelection {
    pub(crate) fn of(class_under_test: &ClassUnderTest, options: InstrumentOptions) -> Self {
        let InstrumentOptions {
            string_distances,
            effort,
            deleted_call,
            switches_calls,
            test_calls,
            mutants,
            marks_classes,
        } = options;
        let contexts = ContextExtent::of(class_under_test);
        Self {
            // Both need the one local that a method can be given.
            test_calls: test_calls && contexts.is_none(),
            contexts,
            explicit_throws: class_under_test.asks_for(Criterion::Exception),
            mutants: mutants && !class_under_test.mutants.is_empty(),
            deleted_call,
            switches_calls,
            effort,
            string_distances,
            marks_classes,
        }
    }

    /// Whether there are probes that a method goes without where it would become too large.
    pub(crate) fn has_bulky(self) -> bool {
        self.mutants || self.effort
    }

    /// All but those.
    pub(crate) fn without_bulky(self) -> Self {
        Self { mutants: false, effort: false, ..self }
    }
}
