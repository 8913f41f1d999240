//! Insertion of one new thing into a test: a call on the class under test, a call on a variable that is already
//! used, or a new value for a call that is already there. What was learnt while tests ran adds two more: calls that write the
//! state which an uncovered goal depends on, and calls of members that only the run-time type of a value has:
//! `((Circle) shapes.first()).radius()`.

use evoke_analysis::{CallableId, MethodId};
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::requirement::requirements_of_call;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory, requirements};
use crate::{SearchRng, Technique};

/// Probability of a call that may turn out to give a class under test, while none is known to.
const UNTRIED: f64 = 0.1;

impl TestFactory<'_> {
    /// Inserts something, a call on the class under test at `position`; says whether the test changed. It does not
    /// where something needed cannot be had, or the test would grow too long.
    pub(crate) fn insert(&self, test: &mut TestCase, position: usize, rng: &mut SearchRng) -> bool {
        let config = self.probabilities();
        if self.config.has(Technique::StateWriters)
            && rng.random_bool(config.state_writer)
            && self.insert_state_writer(test, rng)
        {
            return true;
        }
        if self.config.has(Technique::RunTimeTypes)
            && rng.random_bool(config.narrowed_call)
            && self.insert_narrowed_call(test, rng)
        {
            return true;
        }
        if !self.cluster.settings.setters.is_empty()
            && self.config.has(Technique::Settings)
            && rng.random_bool(config.setting)
            && self.insert_setting(test, position, rng)
        {
            return true;
        }
        if self.index.has_relators()
            && self.config.has(Technique::Relations)
            && rng.random_bool(config.relation)
            && self.insert_relation(test, rng)
        {
            return true;
        }
        if config.twin > 0.0 && rng.random_bool(config.twin) && self.insert_twin(test, rng) {
            return true;
        }
        let total = config.call_weight + config.variable_call_weight + config.new_argument_weight;
        let choice = rng.random::<f64>() * total;
        let inserted = if choice < config.variable_call_weight {
            self.insert_variable_call(test, rng)
        } else if choice < config.variable_call_weight + config.new_argument_weight {
            self.insert_new_argument(test, rng)
        } else {
            false
        };
        inserted || self.insert_call_under_test(test, position, rng)
    }

    /// Inserts a call on the class under test.
    pub(crate) fn insert_call_under_test(
        &self,
        test: &mut TestCase,
        position: usize,
        rng: &mut SearchRng,
    ) -> bool {
        let tries = self.cluster.has_wider_generators() && rng.random_bool(UNTRIED);
        let untried = if tries { self.choose_untried(rng) } else { None };
        let callables = &self.knowledge.callables;
        let chosen = untried
            .or_else(|| callables.choose_under_test(&self.cluster.under_test, &self.cluster.callers, rng));
        let Some(callable) = chosen else { return false };
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let call = self.call(&mut fragment, callable, None, 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        call.is_some()
    }

    /// Inserts a modifier of a variable, or a write to an array, somewhere between its definition and its last use.
    fn insert_variable_call(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let last_readers = test.last_readers();
        let candidates = || {
            test.statements().iter().zip(&last_readers).enumerate().filter_map(
                |(position, (definition, last))| {
                    last.filter(|_| self.is_modifiable(definition))
                        .map(|last| (VariableRef(position as u32), definition, last))
                },
            )
        };
        let count = candidates().count();
        if count == 0 {
            return false;
        }
        let Some((variable, definition, last)) = candidates().nth(rng.random_range(0..count)) else {
            return false;
        };
        let position = rng.random_range(variable.index() + 1..=last);
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = match definition {
            Statement::NewArray { array_type, length } => {
                let index = rng.random_range(0..*length);
                self.write_element(&mut fragment, variable, *array_type, index, 0, rng)
            }
            _ => self.modify(&mut fragment, variable, definition, rng),
        };
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }

    fn is_modifiable(&self, definition: &Statement) -> bool {
        match definition {
            Statement::Invoke { .. } | Statement::Stub(_) => {
                definition.defined_type(self.cluster).is_some_and(|ty| !self.cluster.modifiers(ty).is_empty())
            }
            Statement::NewArray { length, .. } => *length > 0,
            Statement::Value(_) | Statement::WriteElement { .. } => false,
        }
    }

    /// A call that takes the variable as its receiver, or else as the first argument it fits.
    fn modify(
        &self,
        fragment: &mut Fragment<'_>,
        variable: VariableRef,
        definition: &Statement,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let modifiers = self.cluster.modifiers(definition.defined_type(self.cluster)?);
        let modifier = self.knowledge.callables.choose(modifiers, rng)?;
        let reference = requirements_of_call(modifier, self.cluster)
            .iter()
            .position(|requirement| requirement.fits(definition, self.cluster))?;
        self.call(fragment, modifier, Some((reference, variable)), 0, rng)
    }

    /// Gives a call that is there a new value for one of its arguments.
    fn insert_new_argument(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let is_call_with_arguments = |statement: &Statement| matches!(statement, Statement::Invoke { arguments, .. } if !arguments.is_empty());
        let calls = || {
            test.statements().iter().enumerate().filter(|(_, statement)| is_call_with_arguments(statement))
        };
        let count = calls().count();
        if count == 0 {
            return false;
        }
        let Some((position, statement)) = calls().nth(rng.random_range(0..count)) else { return false };
        let requirements = requirements(test, position, self.cluster);
        let n_receivers = usize::from(matches!(statement, Statement::Invoke { receiver: Some(_), .. }));
        let chosen = rng.random_range(n_receivers..requirements.len());
        self.renew_reference(test, position, chosen, requirements[chosen], rng)
    }

    /// Makes a new variable for one reference of the statement at `position`.
    pub(crate) fn renew_reference(
        &self,
        test: &mut TestCase,
        position: usize,
        reference: usize,
        requirement: Requirement,
        rng: &mut SearchRng,
    ) -> bool {
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let variable = match requirement {
            Requirement::Receiver(ty) | Requirement::Argument(ty) => {
                self.generate(&mut fragment, ty, requirement, 0, rng)
            }
            Requirement::FileName => self.file_name(&mut fragment, rng),
            Requirement::Array { .. } => None,
        };
        let Some(variable) = variable else { return false };
        let statements = fragment.into_statements();
        let shifted = position + statements.len();
        test.insert(position, statements);
        test.set_reference(shifted, reference, variable);
        true
    }
}

impl TestFactory<'_> {
    /// Inserts a call that writes what a later call on the same object reads; says whether there was one to insert.
    fn insert_state_writer(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let calls = || {
            test.statements().iter().enumerate().filter_map(|(position, statement)| match statement {
                Statement::Invoke { callable, receiver: Some(receiver), .. } => {
                    let method = self.cluster.callable(*callable).under_test?;
                    self.knowledge.state_writers.has_any(method).then_some((position, method, *receiver))
                }
                _ => None,
            })
        };
        let count = calls().count();
        if count == 0 {
            return false;
        }
        let Some((position, method, receiver)) = calls().nth(rng.random_range(0..count)) else {
            return false;
        };
        self.insert_writer_before(test, position, method, receiver, rng)
    }

    fn insert_writer_before(
        &self,
        test: &mut TestCase,
        position: usize,
        method: MethodId,
        receiver: VariableRef,
        rng: &mut SearchRng,
    ) -> bool {
        let definition = test.definition(receiver);
        let fits = |writer: CallableId| {
            requirements_of_call(writer, self.cluster)
                .first()
                .is_some_and(|it| it.fits(definition, self.cluster))
        };
        let Some(writer) = self.knowledge.state_writers.choose(method, rng, fits) else { return false };
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = self.call(&mut fragment, writer, Some((0, receiver)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }

    /// Inserts a call on a variable that is more than it is declared to be; says whether there was one.
    fn insert_narrowed_call(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        if self.knowledge.run_time_types.is_empty() {
            return false;
        }
        let mut candidates = Vec::new();
        for (position, definition) in test.statements().iter().enumerate() {
            let types = self.knowledge.run_time_types.of(definition);
            candidates.extend(types.iter().map(|ty| (VariableRef(position as u32), *ty)));
        }
        if candidates.is_empty() {
            return false;
        }
        let (variable, ty) = candidates[rng.random_range(0..candidates.len())];
        let calls: Vec<CallableId> = self.cluster.calls_on(ty).collect();
        let Some(callable) = self.knowledge.callables.choose(&calls, rng) else { return false };
        let position = rng.random_range(variable.index() + 1..=test.len());
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = self.call(&mut fragment, callable, Some((0, variable)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }
}

#[cfg(test)]
mod tests;
