//! Probes for classes under test: method entries, lines and predicates, besides the limits.

use std::collections::BTreeMap;

use evoke_analysis::{BranchId, ClassUnderTest, LineId, MethodId};
use evoke_classfile::rewrite::{MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};

use crate::decisions::Decisions;
use crate::dependency::DependencyEditor;
use crate::predicates::PredicateProbes;
use crate::{limits, string_switches, tracer};

/// The ids of one method and of what is in it.
#[derive(Clone, Debug)]
pub(crate) struct MethodIds {
    method: MethodId,
    /// By byte offset; of a switch its first.
    branches: BTreeMap<u32, BranchId>,
    /// By line number.
    lines: BTreeMap<u16, LineId>,
}

/// Ids of all methods of a class under test, by class, method name and descriptor.
pub(crate) fn ids_by_method(
    class_under_test: &ClassUnderTest,
) -> BTreeMap<String, BTreeMap<(String, String), MethodIds>> {
    let ids = |method| MethodIds { method, branches: BTreeMap::new(), lines: BTreeMap::new() };
    let mut all: Vec<MethodIds> = class_under_test.methods.iter().map(|method| ids(method.id)).collect();
    for branch in &class_under_test.branches {
        all[branch.method.index()].branches.entry(branch.offset).or_insert(branch.id);
    }
    for line in &class_under_test.lines {
        all[line.method.index()].lines.insert(line.number, line.id);
    }
    let mut by_class: BTreeMap<String, BTreeMap<_, _>> = BTreeMap::new();
    for (method, ids) in class_under_test.methods.iter().zip(all) {
        let of_class = by_class.entry(method.class.as_str().to_owned()).or_default();
        of_class.insert((method.name.clone(), method.descriptor.clone()), ids);
    }
    by_class
}

/// Adds all probes to methods that have ids; others are treated as a dependency's.
pub(crate) struct ClassUnderTestEditor<'a> {
    methods: &'a BTreeMap<String, BTreeMap<(String, String), MethodIds>>,
    predicates: PredicateProbes,
}

impl<'a> ClassUnderTestEditor<'a> {
    pub(crate) fn new(
        methods: &'a BTreeMap<String, BTreeMap<(String, String), MethodIds>>,
        bytes: &[u8],
    ) -> Self {
        Self { methods, predicates: PredicateProbes::for_class(bytes) }
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
            return DependencyEditor.edit(pool, method);
        };
        let mut edit = MethodEdit::new();
        edit.prologue(&tracer::call_with_id(pool, "enter", ids.method.0)?);
        let mut predicates = self.predicates.in_method(method);
        let is_under_test = |class: &str| self.methods.contains_key(class);
        let decisions = Decisions::in_method(method, ids.branches.values().copied(), is_under_test);
        let mut lines = method.line_numbers.iter().peekable();
        for (index, instruction) in method.instructions.iter().enumerate() {
            while let Some(row) = lines.next_if(|row| row.offset <= instruction.offset) {
                if let Some(line) = ids.lines.get(&row.line).filter(|_| row.offset == instruction.offset) {
                    edit.insert_before(index, &tracer::call_with_id(pool, "line", line.0)?);
                }
            }
            decisions.watch(&mut edit, pool, method, index)?;
            string_switches::keep_subject(&mut edit, pool, method, index)?;
            if let Some(branch) = ids.branches.get(&instruction.offset)
                && !decisions.probe_jump(&mut edit, pool, index, *branch)?
                && !string_switches::probe(&mut edit, pool, method, index, *branch)?
            {
                predicates.probe(&mut edit, pool, index, *branch)?;
            }
            limits::limit_instruction(&mut edit, pool, method, index)?;
        }
        Ok(Some(edit))
    }
}
