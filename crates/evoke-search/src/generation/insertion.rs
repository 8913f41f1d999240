//! Insertion of one new thing into a test: a call on the class under test, a call on a variable that is already
//! used, or a new value for a call that is already there.

use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::slot::slots_of_call;
use super::{Fragment, Slot, TestGenerator, slots};
use crate::{SearchRng, Technique};

impl TestGenerator<'_> {
    /// Inserts something, a call on the class under test at `position`; says whether the test changed. It does not
    /// where something needed cannot be had, or the test would grow too long.
    pub(crate) fn insert(&self, test: &mut TestCase, position: usize, rng: &mut SearchRng) -> bool {
        let config = &self.config.generation;
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
        let Some(callable) = self.callables.choose_under_test(&self.cluster.under_test, rng) else {
            return false;
        };
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
        let modifier = self.callables.choose(modifiers, rng)?;
        let reference = slots_of_call(modifier, self.cluster)
            .iter()
            .position(|slot| slot.fits(definition, self.cluster))?;
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
        let slots = slots(test, position, self.cluster);
        let n_receivers = usize::from(matches!(statement, Statement::Invoke { receiver: Some(_), .. }));
        let chosen = rng.random_range(n_receivers..slots.len());
        self.renew_reference(test, position, chosen, slots[chosen], rng)
    }

    /// Makes a new variable for one reference of the statement at `position`.
    pub(crate) fn renew_reference(
        &self,
        test: &mut TestCase,
        position: usize,
        reference: usize,
        slot: Slot,
        rng: &mut SearchRng,
    ) -> bool {
        let (Slot::Receiver(ty) | Slot::Argument(ty)) = slot else { return false };
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let Some(variable) = self.generate(&mut fragment, ty, 0, rng) else { return false };
        let statements = fragment.into_statements();
        let shifted = position + statements.len();
        test.insert(position, statements);
        test.set_reference(shifted, reference, variable);
        true
    }
}
