//! Changes each statement with probability `1/n`: a literal moves or is redrawn, a call gives way to another of the same
//! result type or gets another argument, an array changes its length, a write its position or its value.

use evoke_analysis::{CallableId, CallableKind, TestCluster, TypeId, TypeTable};
use evoke_testcase::{Arguments, Statement, TestCase, Value, VariableRef};
use rand::Rng;

use super::chance::one_of;
use super::{literal, stub};
use crate::array_length::{resize_alike, resize_one};
use crate::generation::{
    Fragment, Requirement, Supply, TestFactory, choose_familiar, choose_fitting, requirements,
};
use crate::{SearchRng, Technique};

/// Probability that a specimen is changed into another.
const OTHER_SPECIMEN: f64 = 0.7;
/// Probability that arrays of the same type and length get another length together.
const ALIKE: f64 = 0.5;

/// Says whether anything changed.
pub(in crate::operators) fn change(
    test: &mut TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let length = test.len();
    let mut changed = false;
    // From the end, so that what is inserted for one statement does not move those still to come.
    for position in (0..length).rev() {
        if one_of(length, rng) && position < test.len() {
            changed |= change_statement(test, position, factory, rng);
        }
    }
    changed
}

fn change_statement(
    test: &mut TestCase,
    position: usize,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    match test.statements()[position].clone() {
        Statement::Value(Value::Null(ty)) => replace_null(test, position, ty, factory, rng),
        Statement::Value(Value::Class(literal)) => change_class(test, position, literal, factory, rng),
        Statement::Value(value) => {
            let changed = literal::change(&value, test, factory, rng);
            let is_other = changed.as_ref().is_some_and(|changed| *changed != value);
            if let Some(changed) = changed {
                test.replace(position, Statement::Value(changed));
            }
            is_other
        }
        Statement::Invoke { callable, .. } => {
            if replace_specimen(test, position, callable, factory, rng) {
                return true;
            }
            if rng.random_bool(factory.config.mutation.change_argument) {
                change_reference(test, position, factory, rng)
            } else {
                replace_call(test, position, callable, factory, rng)
            }
        }
        Statement::Stub(instance) => stub::change(test, position, &instance, factory, rng),
        Statement::NewArray { length, .. } => change_length(test, position, length, factory, rng),
        Statement::WriteElement { array, index, value } => {
            if rng.random() {
                return change_reference(test, position, factory, rng);
            }
            let Statement::NewArray { length, .. } = *test.definition(array) else { return false };
            let other = rng.random_range(0..length.max(1));
            test.replace(position, Statement::WriteElement { array, index: other, value });
            other != index
        }
    }
}

/// A `null` gives way to a new object, if that fits wherever the `null` is used: a raw type takes objects that its readers, which take
/// whatever is raw, do not (JLS 5.1.9).
fn replace_null(
    test: &mut TestCase,
    position: usize,
    ty: TypeId,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let mut fragment = Fragment::new(test, position, factory.config.max_length);
    let variable = factory.generate(&mut fragment, ty, Requirement::Argument(ty), 0, rng);
    let statements = fragment.into_statements();
    let Some(variable) = variable else { return false };
    let definition = match variable.index().checked_sub(position) {
        None => test.definition(variable),
        Some(made) => &statements[made],
    };
    let fits = wanted_by_readers(test, position, factory.cluster)
        .iter()
        .all(|requirement| requirement.fits(definition, factory.cluster));
    fits && replace_with(test, position, statements, variable)
}

/// A class literal gives way to another that fits wherever it is used.
fn change_class(
    test: &mut TestCase,
    position: usize,
    literal: TypeId,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let wanted = wanted_by_readers(test, position, factory.cluster);
    let Some(Requirement::Argument(ty) | Requirement::Receiver(ty)) = wanted.first() else { return false };
    let Some(other) = factory.class_literal(*ty, rng) else { return false };
    let statement = Statement::Value(Value::Class(other));
    other != literal && replace_if_it_fits(test, position, statement, &wanted, factory.cluster)
}

/// Puts a statement in place of one of which its readers want this, if it is that; says whether it is.
fn replace_if_it_fits(
    test: &mut TestCase,
    position: usize,
    statement: Statement,
    wanted: &[Requirement],
    cluster: &TestCluster,
) -> bool {
    let fits = wanted.iter().all(|requirement| requirement.fits(&statement, cluster));
    if fits {
        test.replace(position, statement);
    }
    fits
}

/// What later statements require of the variable that the one at `position` defines.
fn wanted_by_readers(test: &TestCase, position: usize, cluster: &TestCluster) -> Vec<Requirement> {
    let variable = VariableRef(position as u32);
    let mut wanted = Vec::new();
    for reader in position + 1..test.len() {
        let references = test.statements()[reader].references();
        if references.contains(&variable) {
            let required = references.iter().zip(requirements(test, reader, cluster));
            wanted.extend(required.filter(|(it, _)| **it == variable).map(|(_, requirement)| requirement));
        }
    }
    wanted
}

/// A call gives way to another with the same result type.
fn replace_call(
    test: &mut TestCase,
    position: usize,
    callable: CallableId,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let result = factory.cluster.callable(callable).return_type;
    let others = factory.calls_with_result(result);
    let Some(other) = factory.knowledge.callables.choose(others, rng) else { return false };
    let mut fragment = Fragment::new(test, position, factory.config.max_length);
    let call = factory.call(&mut fragment, other, None, 0, rng);
    let statements = fragment.into_statements();
    call.is_some_and(|call| replace_with(test, position, statements, call))
}

/// A specimen gives way to another one more often than not, if that fits wherever it is used: what code finds in a class it finds in no other
/// state of its objects.
fn replace_specimen(
    test: &mut TestCase,
    position: usize,
    callable: CallableId,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let made = factory.cluster.callable(callable);
    if made.kind != CallableKind::Constructor
        || factory.cluster.specimen(made.return_type).is_none()
        || !rng.random_bool(OTHER_SPECIMEN)
    {
        return false;
    }
    let Some(other) = factory.any_specimen(rng) else { return false };
    let statement = Statement::Invoke { callable: other, receiver: None, arguments: Arguments::new() };
    let wanted = wanted_by_readers(test, position, factory.cluster);
    other != callable && replace_if_it_fits(test, position, statement, &wanted, factory.cluster)
}

/// Puts statements in place of one, whose readers read `variable` from then on.
fn replace_with(
    test: &mut TestCase,
    position: usize,
    statements: Vec<Statement>,
    variable: VariableRef,
) -> bool {
    let replaced = VariableRef((position + statements.len()) as u32);
    test.insert(position, statements);
    test.redirect(replaced, variable);
    test.remove_with_dependants(replaced.index());
    true
}

/// One reference of the statement gets another variable, there already or new.
fn change_reference(
    test: &mut TestCase,
    position: usize,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let requirements = requirements(test, position, factory.cluster);
    if requirements.is_empty() {
        return false;
    }
    let reference = rng.random_range(0..requirements.len());
    let requirement = requirements[reference];
    let old = test.statements()[position].references()[reference];
    if let Requirement::Argument(ty) = requirement
        && factory.config.has(Technique::FamiliarArguments)
        && let Some(other) = choose_familiar(ty, test.statements()[..position].iter(), factory.cluster, rng)
        && other != old
    {
        test.set_reference(position, reference, other);
        return true;
    }
    let others = test.statements()[..position]
        .iter()
        .enumerate()
        .map(|(index, statement)| (VariableRef(index as u32), statement))
        .filter(|(variable, _)| *variable != old);
    if rng.random()
        && let Some(other) = choose_fitting(requirement, others, factory.cluster, rng)
    {
        test.set_reference(position, reference, other);
        return true;
    }
    let is_object =
        matches!(requirement, Requirement::Argument(ty) if !factory.cluster.types.is_primitive(ty));
    if is_object && rng.random_bool(factory.probabilities().null) {
        return replace_by_null(test, position, reference, requirement, factory);
    }
    factory.renew_reference(test, position, reference, requirement, rng)
}

fn replace_by_null(
    test: &mut TestCase,
    position: usize,
    reference: usize,
    requirement: Requirement,
    factory: &TestFactory<'_>,
) -> bool {
    let Requirement::Argument(ty) = requirement else { return false };
    if ty == TypeTable::VOID || test.len() >= factory.config.max_length {
        return false;
    }
    test.insert(position, [Statement::Value(Value::Null(ty))]);
    test.set_reference(position + 1, reference, VariableRef(position as u32));
    true
}

/// An array gets another length, or all that are like it do; writes beyond it go.
fn change_length(
    test: &mut TestCase,
    position: usize,
    length: u32,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let other = factory.other_length(length, rng);
    if factory.config.has(Technique::RelatedSizes) && rng.random_bool(ALIKE) {
        resize_alike(test, position, other);
    } else {
        resize_one(test, position, other);
    }
    other != length
}
