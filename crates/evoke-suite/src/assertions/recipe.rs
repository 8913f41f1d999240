//! How an object was built, as far as that is not the doing of methods under test. Objects of one recipe are alike until the
//! class under test does something to them.

use std::cell::Cell;

use evoke_analysis::{CallableId, StubId, TestCluster, TypeId};
use evoke_testcase::{Statement, StubCallback, StubReturn, TestCase, VariableRef};

use crate::value_key::{DoubleKey, LiteralKey};

/// How deep ingredients are described.
const MAX_DEPTH: u32 = 3;
/// How many steps are described in all: those of a test whose objects are all given to each other would be millions.
const MAX_STEPS: u32 = 200;

/// The call that gave an object with its arguments, then the calls of other classes that may have changed it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Recipe(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Literal(LiteralKey),
    NewArray { array_type: TypeId, length: u32 },
    WriteElement { index: u32, value: Ingredient },
    Stub { stub: StubId, arguments: Vec<Ingredient>, returns: Vec<Returned>, callbacks: Vec<Callback> },
    Call { callable: CallableId, operands: Vec<Ingredient> },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ingredient {
    /// The object itself.
    This,
    Built(Recipe),
    /// Described no further.
    TooDeep,
}

/// What a method of a stub gives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Returned {
    Always(Ingredient),
    Successive(Vec<Ingredient>),
    Parameter(u8),
    Polynomial { parameter: u8, coefficients: [DoubleKey; 3] },
    Throw(u8),
    Default,
    Inherited,
}

/// What a method of a stub calls on one of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Callback {
    method: u8,
    parameter: u8,
    callable: CallableId,
    arguments: Vec<Ingredient>,
}

impl Recipe {
    /// That of a variable of the test.
    pub(super) fn of(test: &TestCase, cluster: &TestCluster, variable: VariableRef) -> Self {
        RecipeReader { test, cluster, steps_left: Cell::new(MAX_STEPS) }.recipe(variable, 0)
    }
}

/// Reads recipes from a test.
struct RecipeReader<'a> {
    test: &'a TestCase,
    cluster: &'a TestCluster,
    steps_left: Cell<u32>,
}

impl RecipeReader<'_> {
    fn recipe(&self, variable: VariableRef, depth: u32) -> Recipe {
        let statements = self.test.statements().iter();
        let later =
            statements.skip(variable.index() + 1).filter(|statement| self.may_change(statement, variable));
        let steps = std::iter::once(self.test.definition(variable)).chain(later);
        Recipe(steps.map(|statement| self.step(statement, variable, depth)).collect())
    }

    /// Whether the statement is no method under test and may change the object.
    fn may_change(&self, statement: &Statement, variable: VariableRef) -> bool {
        let is_foreign = match statement {
            Statement::Invoke { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                callable.under_test.is_none() && !callable.is_pure
            }
            Statement::WriteElement { array, .. } => *array == variable,
            _ => false,
        };
        is_foreign && statement.references().contains(&variable)
    }

    fn step(&self, statement: &Statement, of: VariableRef, depth: u32) -> Step {
        let ingredient = |variable: VariableRef| self.ingredient(variable, of, depth + 1);
        self.steps_left.set(self.steps_left.get().saturating_sub(1));
        match statement {
            Statement::Value(value) => Step::Literal(value.into()),
            Statement::NewArray { array_type, length } => {
                Step::NewArray { array_type: *array_type, length: *length }
            }
            Statement::WriteElement { index, value, .. } => {
                Step::WriteElement { index: *index, value: ingredient(*value) }
            }
            Statement::Stub(instance) => Step::Stub {
                stub: instance.stub,
                arguments: instance.arguments.iter().copied().map(ingredient).collect(),
                returns: instance.returns.iter().map(|returned| self.returned(returned, of, depth)).collect(),
                callbacks: instance.callbacks.iter().map(|it| self.callback(it, of, depth)).collect(),
            },
            Statement::Invoke { callable, .. } => {
                let operands = statement.references();
                let operands = operands.iter().copied().map(ingredient).collect();
                Step::Call { callable: *callable, operands }
            }
        }
    }

    fn ingredient(&self, variable: VariableRef, of: VariableRef, depth: u32) -> Ingredient {
        match variable {
            variable if variable == of => Ingredient::This,
            _ if depth > MAX_DEPTH || self.steps_left.get() == 0 => Ingredient::TooDeep,
            variable => Ingredient::Built(self.recipe(variable, depth)),
        }
    }

    fn callback(&self, callback: &StubCallback, of: VariableRef, depth: u32) -> Callback {
        let StubCallback { method, parameter, callable, ref arguments } = *callback;
        let arguments = arguments.iter().map(|argument| self.ingredient(*argument, of, depth + 1));
        Callback { method, parameter, callable, arguments: arguments.collect() }
    }

    fn returned(&self, returned: &StubReturn, of: VariableRef, depth: u32) -> Returned {
        match returned {
            StubReturn::Variable(variable) => Returned::Always(self.ingredient(*variable, of, depth + 1)),
            StubReturn::Successive(variables) => Returned::Successive(
                variables.iter().map(|variable| self.ingredient(*variable, of, depth + 1)).collect(),
            ),
            StubReturn::Parameter(position) => Returned::Parameter(*position),
            StubReturn::Polynomial { parameter, coefficients } => Returned::Polynomial {
                parameter: *parameter,
                coefficients: coefficients.map(DoubleKey::from),
            },
            StubReturn::Throw(position) => Returned::Throw(*position),
            StubReturn::Default => Returned::Default,
            StubReturn::Inherited => Returned::Inherited,
        }
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;
    use evoke_testcase::{JavaString, Value};

    use super::*;
    use crate::testing::{Demo, call, int, test_of, value};

    #[test]
    fn objects_are_alike_only_if_their_arguments_are_equal_to_the_last_code_unit() {
        let mut demo = Demo::new();
        let constructor = demo.constructor();
        let recipe = |unit: u16| {
            let owner = value(Value::String(JavaString::from_units(&[unit])));
            let test = test_of(vec![owner, call(constructor, None, &[VariableRef(0)])]);
            Recipe::of(&test, &demo.cluster, VariableRef(1))
        };
        assert_eq!(recipe(0xd800), recipe(0xd800));
        assert_ne!(recipe(0xd800), recipe(0xd801));
    }

    #[test]
    fn objects_that_are_all_given_to_each_other_are_described_in_part() {
        let mut demo = Demo::new();
        let constructor = demo.constructor();
        let account = demo.callable(constructor).return_type;
        let link = demo.method("link", "(Ldemo/Account;)V", &[account], TypeTable::VOID);
        demo.callable(link).under_test = None;
        let objects = 20;
        let mut statements = vec![value(Value::String("Ann".into()))];
        statements.extend((0..objects).map(|_| call(constructor, None, &[VariableRef(0)])));
        for one in 1..=objects {
            for other in 1..=objects {
                statements.push(call(link, Some(VariableRef(one)), &[VariableRef(other)]));
            }
        }
        let recipe = Recipe::of(&test_of(statements), &demo.cluster, VariableRef(1));
        // Steps that were begun before the last one was described may follow it.
        assert!(format!("{recipe:?}").matches("Call").count() < 4 * MAX_STEPS as usize);
    }

    #[test]
    fn calls_under_test_are_no_part_of_a_recipe_and_others_are() {
        let mut demo = Demo::new();
        let constructor = demo.constructor();
        let deposit = demo.method("deposit", "(I)V", &[int()], TypeTable::VOID);
        let made = vec![
            value(Value::String("Ann".into())),
            call(constructor, None, &[VariableRef(0)]),
            value(Value::Int(7)),
        ];
        let deposited = [made.clone(), vec![call(deposit, Some(VariableRef(1)), &[VariableRef(2)])]].concat();
        let recipe = |demo: &Demo, statements: &[Statement]| {
            Recipe::of(&test_of(statements.to_vec()), &demo.cluster, VariableRef(1))
        };
        assert_eq!(recipe(&demo, &made), recipe(&demo, &deposited));
        demo.callable(deposit).under_test = None;
        assert_ne!(recipe(&demo, &made), recipe(&demo, &deposited));
    }
}
