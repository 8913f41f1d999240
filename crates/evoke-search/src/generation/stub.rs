//! Objects that the test implements itself: values for their methods to give, chosen like arguments. Functions of one
//! number are polynomials with small coefficients more often than constants, so that solvers have something to find.

use evoke_analysis::{Primitive, StubId, StubMethod, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, StubInstance, StubReturn, Value, VariableRef};
use rand::Rng;

use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::{SearchRng, Technique};

/// Probability that a function of a `double` is no constant.
const POLYNOMIAL: f64 = 0.7;
/// Probability that a method throws.
const THROW: f64 = 0.05;
/// Probability that a method gives back an argument that it could.
const PARAMETER: f64 = 0.3;
/// Probability that one of several methods which give objects gives `null`: few of them matter to what calls the stub.
const NULL_OF_MANY: f64 = 0.5;
/// Methods of a large interface that give an object other than `null`, on average: more would make a test of objects that
/// nobody asks for.
const OBJECTS_OF_MANY: f64 = 4.0;

impl TestFactory<'_> {
    /// Appends a stub with all it needs.
    pub(super) fn new_stub(
        &self,
        fragment: &mut Fragment<'_>,
        stub: StubId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let start = fragment.len();
        let instance = self.stub_instance(fragment, stub, depth, rng);
        let variable = instance.and_then(|instance| fragment.push(Statement::Stub(Box::new(instance))));
        if variable.is_none() {
            fragment.truncate(start);
        }
        variable
    }

    fn stub_instance(
        &self,
        fragment: &mut Fragment<'_>,
        stub: StubId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<StubInstance> {
        let cluster = self.cluster;
        let stub_type = cluster.stub(stub);
        let arguments = stub_type
            .parameters
            .iter()
            .map(|ty| self.fill(fragment, Requirement::Argument(*ty), depth, rng))
            .collect::<Option<_>>()?;
        let nulls = share_of_nulls(stub_type.giving_methods().count());
        let returns = stub_type
            .giving_methods()
            .map(|method| self.stub_return(fragment, method, nulls, depth, rng))
            .collect::<Option<_>>()?;
        Some(StubInstance { stub, arguments, returns })
    }

    /// What a method gives; if it is an object, `null` with this probability.
    pub(crate) fn stub_return(
        &self,
        fragment: &mut Fragment<'_>,
        method: &StubMethod,
        nulls: f64,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<StubReturn> {
        if self.config.has(Technique::ThrowingStubs) && rng.random_bool(THROW) {
            return Some(StubReturn::Throw);
        }
        if let Some(parameter) = polynomial_parameter(method)
            && rng.random_bool(POLYNOMIAL)
        {
            return Some(StubReturn::Polynomial { parameter, coefficients: coefficients(rng) });
        }
        let parameters: Vec<u8> = self.cluster.returnable_parameters(method).collect();
        if !parameters.is_empty() && rng.random_bool(PARAMETER) {
            return Some(StubReturn::Parameter(parameters[rng.random_range(0..parameters.len())]));
        }
        self.constant(fragment, method.return_type, nulls, depth, rng).map(StubReturn::Variable)
    }

    fn constant(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        nulls: f64,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let is_plain =
            matches!(self.cluster.types.category(ty), TypeCategory::Primitive(_) | TypeCategory::String);
        if nulls > 0.0 && !is_plain && rng.random_bool(nulls) {
            let null = Statement::Value(Value::Null(ty));
            // Thirty methods would fill a test with nulls.
            let known =
                fragment.variables().find(|(_, statement)| nulls > NULL_OF_MANY && **statement == null);
            return known.map(|(variable, _)| variable).or_else(|| fragment.push(null));
        }
        self.fill(fragment, Requirement::Argument(ty), depth, rng)
    }
}

/// How often a method that gives an object gives `null`, if the stub has so many that give something.
fn share_of_nulls(n_methods: usize) -> f64 {
    if n_methods < 2 { 0.0 } else { (1.0 - OBJECTS_OF_MANY / n_methods as f64).max(NULL_OF_MANY) }
}

/// The argument that a polynomial can be of: the first `double` of a method that gives one.
fn polynomial_parameter(method: &StubMethod) -> Option<u8> {
    let double = TypeTable::primitive(Primitive::Double);
    let position = method.parameters.iter().position(|ty| *ty == double)?;
    (method.return_type == double).then(|| u8::try_from(position).ok()).flatten()
}

/// Half of them linear.
fn coefficients(rng: &mut SearchRng) -> [f64; 3] {
    let mut coefficients = [0.0, 0.0, 0.0];
    let first = usize::from(rng.random::<bool>());
    for coefficient in &mut coefficients[first..] {
        *coefficient = f64::from(rng.random_range(-10_i8..=10)) / 2.0;
    }
    coefficients
}

#[cfg(test)]
mod tests {
    use super::share_of_nulls;

    #[test]
    fn more_methods_give_more_nulls() {
        let shares = [1, 2, 8, 40].map(|n_methods| (100.0 * share_of_nulls(n_methods)).round() as u32);
        assert_eq!(shares, [0, 50, 50, 90]);
    }
}
