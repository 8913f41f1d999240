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
        let has_many = stub_type.giving_methods().nth(1).is_some();
        let returns = stub_type
            .giving_methods()
            .map(|method| self.stub_return(fragment, method, has_many, depth, rng))
            .collect::<Option<_>>()?;
        Some(StubInstance { stub, arguments, returns })
    }

    /// What a method gives.
    pub(crate) fn stub_return(
        &self,
        fragment: &mut Fragment<'_>,
        method: &StubMethod,
        has_many: bool,
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
        self.constant(fragment, method.return_type, has_many, depth, rng).map(StubReturn::Variable)
    }

    fn constant(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        has_many: bool,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let is_plain =
            matches!(self.cluster.types.category(ty), TypeCategory::Primitive(_) | TypeCategory::String);
        if has_many && !is_plain && rng.random_bool(NULL_OF_MANY) {
            return fragment.push(Statement::Value(Value::Null(ty)));
        }
        self.fill(fragment, Requirement::Argument(ty), depth, rng)
    }
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
