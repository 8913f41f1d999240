//! Probes for classes under test: method entries, lines and predicates, besides the limits.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, Criterion, LineId, MethodId, Mutant, MutantId, Mutation, PredicateId};
use evoke_classfile::access;
use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};

use crate::decisions::Decisions;
use crate::dependency::DependencyEditor;
use crate::predicate_operand::PredicateOperand;
use crate::predicates::PredicateProbes;
use crate::{deleted_call, effort, explicit_throws, limits, mutation, string_switches, tracer};

/// The ids of one method and of what is in it.
#[derive(Clone, Debug)]
pub(crate) struct MethodIds {
    method: MethodId,
    /// By byte offset; of a switch its first.
    predicates: BTreeMap<u32, PredicateId>,
    /// By line number.
    lines: BTreeMap<u16, LineId>,
    /// By byte offset.
    mutants: BTreeMap<u32, Vec<Mutant>>,
}

/// Ids of all methods of a class under test, by class, method name and descriptor.
pub(crate) fn ids_by_method(
    class_under_test: &ClassUnderTest,
) -> BTreeMap<String, BTreeMap<(String, String), MethodIds>> {
    let ids = |method| MethodIds {
        method,
        predicates: BTreeMap::new(),
        lines: BTreeMap::new(),
        mutants: BTreeMap::new(),
    };
    let mut all: Vec<MethodIds> = class_under_test.methods.iter().map(|method| ids(method.id)).collect();
    for predicate in &class_under_test.predicates {
        all[predicate.method.index()].predicates.entry(predicate.offset).or_insert(predicate.id);
    }
    for line in &class_under_test.lines {
        all[line.method.index()].lines.insert(line.number, line.id);
    }
    for mutant in &class_under_test.mutants {
        all[mutant.method.index()].mutants.entry(mutant.offset).or_default().push(mutant.clone());
    }
    let mut by_class: BTreeMap<String, BTreeMap<_, _>> = BTreeMap::new();
    for (method, ids) in class_under_test.methods.iter().zip(all) {
        let of_class = by_class.entry(method.class.as_str().to_owned()).or_default();
        of_class.insert((method.name.clone(), method.descriptor.clone()), ids);
    }
    by_class
}

/// Probes that only some criteria need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtraProbes {
    /// Tell activations that the test called from others.
    direct_activations: bool,
    /// Note what `throw` throws.
    explicit_throws: bool,
    /// Ask at mutated instructions what their mutants give.
    pub(crate) mutants: bool,
    /// Leave out the call that this mutant deletes.
    pub(crate) deleted_call: Option<MutantId>,
    /// Count calls, lines and allocations.
    effort: bool,
}

impl ExtraProbes {
    pub(crate) fn of(class_under_test: &ClassUnderTest) -> Self {
        Self {
            direct_activations: class_under_test.asks_for(Criterion::DirectBranch),
            explicit_throws: class_under_test.asks_for(Criterion::Exception),
            mutants: !class_under_test.mutants.is_empty(),
            deleted_call: None,
            effort: false,
        }
    }

    pub(crate) fn with_effort(self) -> Self {
        Self { effort: true, ..self }
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

/// Adds all probes to methods that have ids; others are treated as a dependency's.
pub(crate) struct ClassUnderTestEditor<'a> {
    methods: &'a BTreeMap<String, BTreeMap<(String, String), MethodIds>>,
    extras: ExtraProbes,
    predicates: PredicateProbes,
    /// Name and descriptor of methods that would become too large with their bulky probes.
    without_bulky: &'a BTreeSet<String>,
    /// Whether calls that say more than their result, and switches over strings, are asked for it.
    pub(crate) watches_calls: bool,
}

impl<'a> ClassUnderTestEditor<'a> {
    pub(crate) fn new(
        methods: &'a BTreeMap<String, BTreeMap<(String, String), MethodIds>>,
        extras: ExtraProbes,
        bytes: &[u8],
        without_bulky: &'a BTreeSet<String>,
    ) -> Self {
        let predicates = PredicateProbes::for_class(bytes);
        Self { methods, extras, predicates, without_bulky, watches_calls: true }
    }
}

impl MethodEditor for ClassUnderTestEditor<'_> {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let key = (method.name.to_owned(), method.descriptor.to_owned());
        let Some(ids) = self.methods.get(method.class_name).and_then(|methods| methods.get(&key)) else {
            return DependencyEditor::of_limits().edit(pool, method);
        };
        let is_too_large = self.without_bulky.contains(&format!("{}{}", method.name, method.descriptor));
        let extras = if is_too_large { self.extras.without_bulky() } else { self.extras };
        let mut edit = MethodEdit::new();
        limits::begin_initializer(&mut edit, pool, method)?;
        let context = self.enter(&mut edit, pool, method, ids.method)?;
        let mut predicates = self.predicates.in_method(method);
        let rethrows = explicit_throws::slots_of_rethrown(method);
        let decisions = self
            .watches_calls
            .then(|| Decisions::in_method(method, context, ids.predicates.values().copied()));
        let mut lines = method.line_numbers.iter().peekable();
        for (index, instruction) in method.instructions.iter().enumerate() {
            while let Some(row) = lines.next_if(|row| row.offset <= instruction.offset) {
                if let Some(line) = ids.lines.get(&row.line).filter(|_| row.offset == instruction.offset) {
                    edit.insert_before(index, &tracer::call_with_id(pool, "line", line.0)?);
                    if extras.effort {
                        effort::count_line(&mut edit, pool, index)?;
                    }
                }
            }
            if self.is_deleted_call(ids.mutants.get(&instruction.offset)) {
                deleted_call::leave_out(&mut edit, pool, method, index)?;
                continue;
            }
            if let Some(decisions) = &decisions {
                decisions.watch(&mut edit, pool, method, index)?;
                string_switches::keep_subject(&mut edit, pool, method, index)?;
            }
            let predicate = ids
                .predicates
                .get(&instruction.offset)
                .map(|predicate| PredicateOperand { predicate: *predicate, context });
            if let Some(predicate) = predicate {
                let is_probed = match &decisions {
                    Some(decisions) => {
                        decisions.probe_jump(&mut edit, pool, index, predicate)?
                            || string_switches::probe(&mut edit, pool, method, index, predicate)?
                    }
                    None => false,
                };
                if !is_probed {
                    predicates.probe(&mut edit, pool, index, predicate)?;
                }
            }
            if let Some(mutants) = ids.mutants.get(&instruction.offset).filter(|_| extras.mutants) {
                let keeps_difference = predicates.keeps_difference(index);
                mutation::probe(&mut edit, pool, method, index, mutants, keeps_difference)?;
            }
            if extras.explicit_throws {
                explicit_throws::probe(&mut edit, pool, method, index, &rethrows)?;
            }
            if extras.effort {
                effort::count_instruction(&mut edit, pool, method, ids.method, index)?;
            }
            limits::limit_instruction(&mut edit, pool, method, index)?;
        }
        Ok(Some(edit))
    }
}

impl ClassUnderTestEditor<'_> {
    /// Whether one of an instruction's mutants deletes the call that is to be left out.
    fn is_deleted_call(&self, mutants: Option<&Vec<Mutant>>) -> bool {
        let is_it = |mutant: &Mutant| {
            Some(mutant.id) == self.extras.deleted_call && mutant.mutation == Mutation::CallDeletion
        };
        mutants.is_some_and(|mutants| mutants.iter().any(is_it))
    }

    /// Puts the probe at the method's entry. Where direct activations are told from others, gives the local that
    /// holds what they add to the ids of predicates; class initialisers and bridges leave it to who they call.
    fn enter(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        view: &MethodView<'_>,
        method: MethodId,
    ) -> Result<Option<u16>, RewriteError> {
        if !self.extras.direct_activations {
            edit.prologue(&tracer::call_with_id(pool, "enter", method.0)?);
            return Ok(None);
        }
        let mut piece = Assembler::new();
        piece.push_int(pool, method.0 as i32)?;
        if view.name == "<clinit>" || view.access_flags & access::BRIDGE != 0 {
            tracer::call(&mut piece, pool, "enter", "(I)V")?;
            piece.push_int(pool, 0)?;
        } else {
            tracer::call(&mut piece, pool, "enterDirect", "(I)I")?;
        }
        piece.store_int(view.max_locals);
        edit.add_int_local();
        edit.prologue(&piece);
        Ok(Some(view.max_locals))
    }
}
