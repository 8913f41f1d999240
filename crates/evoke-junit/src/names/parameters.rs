//! Names of the parameters of a test that is run for several inputs: what the call that takes the input calls it, and `expected` for
//! what is expected.

use std::collections::BTreeSet;

use evoke_analysis::java_name::is_reserved;
use evoke_analysis::{Primitive, TestCluster, TypeCategory};
use evoke_suite::AssertedTest;
use evoke_testcase::{Observation, Statement, VariableRef};

use super::identifier::{capitalized, decapitalized, unique};
use super::variables::{is_usable, parameter_name};
use crate::fixture::FOLDER;
use crate::hole::Hole;

/// What a value is expected to be.
const EXPECTED: &str = "expected";
/// What an exception is expected to say.
const MESSAGE: &str = "message";

/// One name for each, which none of the variables has.
pub(crate) fn parameter_names(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    parameters: &[Hole],
    variables: &[String],
) -> Vec<String> {
    let mut taken: BTreeSet<String> = variables.iter().cloned().collect();
    taken.extend([FOLDER.to_owned(), "exception".to_owned()]);
    let n_expected = parameters.iter().filter(|it| matches!(it, Hole::Assertion(_))).count();
    let mut names = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        let (name, other) = match parameter {
            Hole::Statement(position) => {
                let name = input_name(asserted, cluster, *position);
                let other = name_with_user(asserted, cluster, *position, &name, variables);
                (name, other)
            }
            Hole::Assertion(number) if n_expected > 1 => {
                let name = expected_name(&asserted.assertions[*number], asserted, cluster);
                (name, None)
            }
            Hole::Assertion(_) => (EXPECTED.to_owned(), None),
            Hole::Message => (MESSAGE.to_owned(), None),
        };
        let better = other.filter(|other| taken.contains(&name) && !taken.contains(other));
        names.push(unique(&better.unwrap_or(name), &mut taken));
    }
    names
}

fn input_name(asserted: &AssertedTest, cluster: &TestCluster, position: usize) -> String {
    let of_call = parameter_name(asserted, cluster, position).filter(|name| is_usable(name));
    of_call.unwrap_or_else(|| name_of_type(asserted.test.definition(VariableRef(position as u32)), cluster))
}

/// What a value of its type is called where nobody says what it is for.
fn name_of_type(statement: &Statement, cluster: &TestCluster) -> String {
    let Some(ty) = statement.defined_type(cluster) else { return "value".to_owned() };
    let name = match cluster.types.category(ty) {
        TypeCategory::Primitive(Primitive::Boolean) => "flag".to_owned(),
        TypeCategory::Primitive(Primitive::Char) => "character".to_owned(),
        TypeCategory::Primitive(_) => "number".to_owned(),
        TypeCategory::String => "text".to_owned(),
        _ => {
            let class = cluster.types.class_name(ty).map(|class| class.simple_binary().to_owned());
            decapitalized(class.unwrap_or_default().rsplit('$').next().unwrap_or_default())
        }
    };
    if is_reserved(&name) || name.is_empty() { "value".to_owned() } else { name }
}

/// The name with that of the variable that the call gives which takes the input, or with that of the method.
fn name_with_user(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    position: usize,
    name: &str,
    variables: &[String],
) -> Option<String> {
    let variable = VariableRef(position as u32);
    let statements = asserted.test.statements().iter().enumerate().skip(position + 1);
    let (user, statement) =
        statements.into_iter().find(|(_, statement)| statement.references().contains(&variable))?;
    let of_variable = variables.get(user).filter(|name| !name.is_empty()).cloned();
    let prefix = of_variable.or_else(|| match statement {
        Statement::Invoke { callable, .. } => {
            let name = &cluster.callable(*callable).name;
            is_usable(name).then(|| name.clone())
        }
        _ => None,
    })?;
    Some(format!("{prefix}{}", capitalized(name)))
}

/// `expectedNumerator`, of what `getNumerator` gives.
fn expected_name(observation: &Observation, asserted: &AssertedTest, cluster: &TestCluster) -> String {
    let asked = observation.question().or_else(|| match asserted.test.definition(observation.variable) {
        Statement::Invoke { callable, .. } => Some(*callable),
        _ => None,
    });
    let name = asked.map(|callable| cluster.callable(callable).name.as_str()).unwrap_or_default();
    let is_property = |rest: &&str| rest.starts_with(|first: char| first.is_uppercase());
    let property = ["get", "is", "to"].iter().find_map(|verb| name.strip_prefix(verb).filter(is_property));
    format!("{EXPECTED}{}", capitalized(property.unwrap_or(name)))
}
