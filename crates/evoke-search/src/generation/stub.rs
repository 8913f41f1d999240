//! Objects that the test implements itself: values for their methods to give, chosen like arguments. Functions of one
//! number are polynomials with small coefficients more often than constants, so that solvers have something to find.

use evoke_analysis::{Primitive, StubId, StubMethod, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{N_SUCCESSIVE, Statement, StubInstance, StubReturn, VariableRef};
use rand::Rng;

use super::fragment::Source;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::{SearchRng, Technique};

/// Probability that a function of a `double` is no constant.
const POLYNOMIAL: f64 = 0.7;
/// Probability that a method throws.
const THROW: f64 = 0.05;
/// Kinds of exceptions that make a method throw more often, each as often as the first.
const MAX_KINDS: usize = 4;
/// Probability that a method gives back an argument that it could.
const PARAMETER: f64 = 0.3;
/// Probability that a method which gives what is there before it is called gives one value after the other.
const SUCCESSIVE: f64 = 0.25;
/// Probability that one of several methods which give objects gives `null`: few of them matter to what calls the stub.
const NULL_OF_MANY: f64 = 0.5;
/// Probability that what connects gives no stream, or no socket: no client gets far without.
const NO_STREAM: f64 = 0.1;
/// Probability that a method is overridden that need not be.
const OVERRIDE: f64 = 0.25;
/// Methods of a stub for which values are chosen, on the average.
const N_CHOSEN: f64 = 4.0;

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
        let uses = &self.knowledge.stub_uses;
        let n_chosen = uses.n_giving_that_matter(stub_type);
        let n_silent = uses.n_that_matter(stub_type) - n_chosen;
        let returns = stub_type
            .decided_methods()
            .enumerate()
            .map(|(position, method)| {
                if method.is_optional && !rng.random_bool(OVERRIDE) {
                    Some(StubReturn::Inherited)
                } else if !method.gives() {
                    Some(self.silent_ending(method, uses.matters(stub, position), n_silent, rng))
                } else if method.is_optional || uses.matters(stub, position) {
                    self.stub_return(fragment, (stub, method), n_chosen, depth, rng)
                } else {
                    Some(StubReturn::Default)
                }
            })
            .collect::<Option<_>>()?;
        let calls_back = self.can_call_back(stub) && rng.random_bool(self.probabilities().callback);
        let callback = if calls_back { self.stub_callback(fragment, stub, depth, rng) } else { None };
        Some(StubInstance { stub, arguments, returns, callbacks: callback.into_iter().collect() })
    }

    /// What a method of a stub gives that is one of so many which give something that matters.
    pub(crate) fn stub_return(
        &self,
        fragment: &mut Fragment<'_>,
        (stub, method): (StubId, &StubMethod),
        n_giving: usize,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<StubReturn> {
        let is_connection = self.cluster.is_connection(self.cluster.stub(stub).ty);
        let before = is_connection.then(|| fragment.begin_arguments(Source::Connected));
        let returned = self.drawn_return(fragment, method, n_giving, depth, rng);
        if let Some(before) = before {
            fragment.end_arguments(before);
        }
        returned
    }

    fn drawn_return(
        &self,
        fragment: &mut Fragment<'_>,
        method: &StubMethod,
        n_giving: usize,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<StubReturn> {
        if self.config.has(Technique::ThrowingStubs)
            && let Some(thrown) = thrown(method, rng)
        {
            return Some(thrown);
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
        let category = self.cluster.types.category(method.return_type);
        let is_plain = matches!(category, TypeCategory::Primitive(_) | TypeCategory::String);
        let defaults = share_of_defaults(n_giving, is_plain);
        let is_stream = fragment.is_connected() && !is_plain;
        if rng.random_bool(if is_stream { defaults.min(NO_STREAM) } else { defaults }) {
            return Some(StubReturn::Default);
        }
        let first = self.fill(fragment, Requirement::Argument(method.return_type), depth, rng)?;
        if self.config.has(Technique::SuccessiveValues) && rng.random_bool(SUCCESSIVE) {
            return Some(self.successive(fragment, method.return_type, first, depth, rng));
        }
        Some(StubReturn::Variable(first))
    }

    /// How a method that gives nothing ends, one of so many that matter: it throws now and then, the less often the more there are, each of
    /// which ends a test that calls all.
    fn silent_ending(
        &self,
        method: &StubMethod,
        matters: bool,
        n_silent: usize,
        rng: &mut SearchRng,
    ) -> StubReturn {
        let may_throw = matters && self.config.has(Technique::ThrowingStubs);
        if may_throw && !method.thrown.is_empty() && rng.random_bool(THROW / n_silent.max(1) as f64) {
            StubReturn::Throw(rng.random_range(0..method.thrown.len()) as u8)
        } else {
            StubReturn::Default
        }
    }

    /// How a method that gives nothing ends, if not as it does: it throws, or does not.
    pub(crate) fn other_ending(
        &self,
        method: &StubMethod,
        present: StubReturn,
        rng: &mut SearchRng,
    ) -> Option<StubReturn> {
        match present {
            StubReturn::Throw(_) => Some(StubReturn::Default),
            _ if method.thrown.is_empty() || !self.config.has(Technique::ThrowingStubs) => None,
            _ => Some(StubReturn::Throw(rng.random_range(0..method.thrown.len()) as u8)),
        }
    }

    /// Values that are given one after the other. From a random position on they are all the same.
    fn successive(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        first: VariableRef,
        depth: usize,
        rng: &mut SearchRng,
    ) -> StubReturn {
        let mut values = [first; N_SUCCESSIVE];
        for position in 1..=rng.random_range(1..N_SUCCESSIVE) {
            let Some(value) = self.fill(fragment, Requirement::Argument(ty), depth + 1, rng) else { break };
            values[position..].fill(value);
        }
        StubReturn::Successive(values)
    }
}

/// An exception, now and then: the more often the more kinds of them make a difference to the code under test.
fn thrown(method: &StubMethod, rng: &mut SearchRng) -> Option<StubReturn> {
    let n_kinds = method.thrown.len().clamp(1, MAX_KINDS);
    if !rng.random_bool(THROW * n_kinds as f64) {
        return None;
    }
    let kind = if n_kinds > 1 { rng.random_range(0..method.thrown.len()) } else { 0 };
    Some(StubReturn::Throw(kind as u8))
}

/// How often one of so many methods gives the default of its type: few of them matter to what calls the stub, and a value for
/// each would fill the test.
fn share_of_defaults(n_giving: usize, is_plain: bool) -> f64 {
    let least = if n_giving > 1 && !is_plain { NULL_OF_MANY } else { 0.0 };
    (1.0 - N_CHOSEN / n_giving as f64).max(least)
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
    use super::share_of_defaults;

    #[test]
    fn more_methods_give_more_defaults() {
        let shares = |is_plain| {
            [1, 2, 8, 40].map(|n_giving| (100.0 * share_of_defaults(n_giving, is_plain)).round() as u32)
        };
        assert_eq!((shares(false), shares(true)), ([0, 50, 50, 90], [0, 0, 50, 90]));
    }
}
