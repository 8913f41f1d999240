//! The code of mutants that leave out a call which gives nothing, as only another class file can do. Where a call gives something, a
//! mutant that is switched on gives something else.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use evoke_analysis::{ClassUnderTest, Mutant, MutantId, Mutation};
use evoke_classfile::{ClassFile, ClassName, ClassPath, Operands};
use evoke_instrument::{InstrumentOptions, Instrumenter};
use evoke_jvm::{ChangedClass, MutantCode};

use super::analysed_class::AnalysedClass;

/// The class under test without one of its calls.
pub(super) struct DeletedCalls {
    classes: ClassesUnderTest,
    /// The mutants that leave out a call which gives nothing.
    deletions: BTreeSet<MutantId>,
    originals: BTreeMap<ClassName, Vec<u8>>,
    changed: BTreeMap<MutantId, Vec<u8>>,
}

/// The class under test and what is nested in it, to be instrumented.
struct ClassesUnderTest {
    class_path: Arc<ClassPath>,
    tables: Arc<ClassUnderTest>,
    options: InstrumentOptions,
}

impl DeletedCalls {
    /// Those of the class as these options instrument it.
    pub(super) fn new(class: &AnalysedClass, options: InstrumentOptions) -> Self {
        let (class_path, tables) = (Arc::clone(&class.class_path), Arc::clone(&class.instrumented));
        let classes = ClassesUnderTest { class_path, tables, options };
        let deletions = classes.deletions();
        Self { classes, deletions, originals: BTreeMap::new(), changed: BTreeMap::new() }
    }
}

impl ClassesUnderTest {
    /// The mutants that leave out a call which gives nothing.
    fn deletions(&self) -> BTreeSet<MutantId> {
        let mut files: BTreeMap<&ClassName, Option<ClassFile>> = BTreeMap::new();
        let deletions = self.tables.mutants.iter().filter(|mutant| mutant.mutation == Mutation::CallDeletion);
        let of_void = deletions.filter(|mutant| {
            let class = self.class_of(mutant);
            let file = files.entry(class).or_insert_with(|| ClassFile::parse(&self.bytes(class)?).ok());
            file.as_ref().is_some_and(|file| self.gives_nothing(mutant, file))
        });
        of_void.map(|mutant| mutant.id).collect()
    }

    /// Whether the call that the mutant leaves out gives nothing.
    fn gives_nothing(&self, mutant: &Mutant, file: &ClassFile) -> bool {
        let method = &self.tables.methods[mutant.method.index()];
        let is_same = |name: &str, descriptor: String| name == method.name && descriptor == method.descriptor;
        let mut methods = file.methods.iter();
        let found = methods.find(|it| is_same(&it.name, it.descriptor.to_string()));
        let code = found.and_then(|found| found.code.as_ref());
        let call = code.and_then(|code| code.instructions.iter().find(|it| it.offset == mutant.offset));
        let Some(Operands::Constant(callee)) = call.map(|call| &call.operands) else { return false };
        file.constant_pool.member(*callee).is_some_and(|callee| callee.descriptor.ends_with(")V"))
    }

    fn class_of(&self, mutant: &Mutant) -> &ClassName {
        &self.tables.methods[mutant.method.index()].class
    }

    fn bytes(&self, class: &ClassName) -> Option<Vec<u8>> {
        self.class_path.find(class).ok().flatten()
    }

    fn instrumented(&self, class: &ClassName, deleted_call: Option<MutantId>) -> Option<Vec<u8>> {
        let bytes = self.bytes(class)?;
        let options = InstrumentOptions { deleted_call, ..self.options };
        Some(Instrumenter::new(&self.tables, options).instrument_under_test(class, &bytes).bytes)
    }
}

impl MutantCode for DeletedCalls {
    fn of(&mut self, mutant: MutantId) -> Option<ChangedClass<'_>> {
        let mutated =
            self.deletions.get(&mutant).and_then(|it| self.classes.tables.mutants.get(it.index()))?;
        let class = self.classes.class_of(mutated).clone();
        if let Entry::Vacant(place) = self.changed.entry(mutant) {
            place.insert(self.classes.instrumented(&class, Some(mutant))?);
        }
        if let Entry::Vacant(place) = self.originals.entry(class.clone()) {
            place.insert(self.classes.instrumented(&class, None)?);
        }
        let (class, original) = self.originals.get_key_value(&class)?;
        Some(ChangedClass { class, changed: self.changed.get(&mutant)?, original })
    }
}
