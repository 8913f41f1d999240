//! Names of variables: what the parameter that takes the value is called, what the getter that gave it is called, else
//! what its type is called.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::java_name::is_reserved;
use evoke_analysis::{Callable, CallableKind, Setting, TestCluster, Type, TypeCategory, TypeId, TypeTable};
use evoke_suite::{AssertedTest, printed_on};
use evoke_testcase::{Aspect, Statement, VariableRef};

use super::identifier::{capitalized, decapitalized, unique};
use crate::fixture::FOLDER;

/// Classes with longer names give variables the last word of it.
const MAX_CLASS_NAME: usize = 14;
/// Shorter last words say too little.
const MIN_NOUN: usize = 4;

/// One name a statement, empty where none is needed.
pub(crate) fn variable_names(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    is_needed: impl Fn(usize) -> bool,
) -> Vec<String> {
    // The name of a caught exception.
    let mut taken = BTreeSet::from(["exception".to_owned()]);
    if asserted.test.statements().iter().any(|statement| uses_folder(statement, cluster)) {
        taken.insert(FOLDER.to_owned());
    }
    let mut names = Vec::new();
    for position in 0..asserted.test.len() {
        if is_needed(position) {
            let base = base_name(asserted, cluster, position);
            // Where a number would have to tell two variables apart, what the value is for does it better.
            let other = Some(&base)
                .filter(|base| taken.contains(*base))
                .and_then(|_| role(asserted, cluster, position));
            let whole = || whole_type_name(asserted, cluster, position);
            let other = other
                .filter(|name| !taken.contains(name))
                .or_else(|| Some(&base).filter(|base| taken.contains(*base)).and_then(|_| whole()));
            let name = other.filter(|name| !taken.contains(name)).unwrap_or(base);
            names.push(unique(&name, &mut taken));
        } else {
            names.push(String::new());
        }
    }
    names
}

/// The names of the lists that stubs write down in what they were told, where a test asserts that; by stub. `variables` are the names of
/// the test's variables.
pub(crate) fn call_list_names(
    asserted: &AssertedTest,
    variables: &[String],
) -> BTreeMap<VariableRef, String> {
    let mut taken: BTreeSet<String> = variables.iter().cloned().collect();
    let told = asserted.assertions.iter().filter(|it| it.aspect == Aspect::Calls);
    let stubs: Vec<VariableRef> = told.map(|it| it.variable).collect();
    let is_one = stubs.len() == 1;
    let name = |stub: VariableRef| {
        let of = &variables[stub.index()];
        let name =
            if is_one || of.is_empty() { "calls".to_owned() } else { format!("calls{}", capitalized(of)) };
        (stub, unique(&name, &mut taken))
    };
    stubs.into_iter().map(name).collect()
}

fn uses_folder(statement: &Statement, cluster: &TestCluster) -> bool {
    match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).folder_call().is_some(),
        _ => false,
    }
}

/// What the value is for: what the parameter that takes it is called, `result` for what the last call on the class under test gave,
/// `other` for what is handed to one of its type.
fn role(asserted: &AssertedTest, cluster: &TestCluster, position: usize) -> Option<String> {
    let is_subject_call = |statement: &Statement| match statement {
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            callable.is_of_subject() && callable.kind == CallableKind::Method
        }
        _ => false,
    };
    let statements = asserted.test.statements();
    if let Statement::Invoke { callable, .. } = &statements[position]
        && cluster.callable(*callable).copies_by_serialization()
    {
        return Some("copy".to_owned());
    }
    if statements.iter().rposition(is_subject_call) == Some(position) {
        return Some("result".to_owned());
    }
    let of_call = parameter_name(asserted, cluster, position).filter(|name| is_usable(name));
    of_call.or_else(|| is_given_to_its_like(asserted, cluster, position).then(|| "other".to_owned()))
}

/// Whether a call takes the value that is made on one of its type: `one.equals(other)`.
fn is_given_to_its_like(asserted: &AssertedTest, cluster: &TestCluster, position: usize) -> bool {
    let type_of = |position: usize| asserted.test.statements()[position].defined_type(cluster);
    asserted.test.statements().iter().any(|statement| match statement {
        Statement::Invoke { receiver: Some(receiver), arguments, .. } => {
            arguments.iter().any(|argument| argument.index() == position)
                && receiver.index() != position
                && type_of(receiver.index()) == type_of(position)
        }
        _ => false,
    })
}

fn base_name(asserted: &AssertedTest, cluster: &TestCluster, position: usize) -> String {
    let statement = &asserted.test.statements()[position];
    let from_call = match statement {
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            match printed_on(&asserted.test, cluster, VariableRef(position as u32)) {
                Some(Setting::StandardError) => return "printedErrors".to_owned(),
                Some(_) => return "printed".to_owned(),
                None => {}
            }
            if is_boxing(callable, cluster) {
                return parameter_name(asserted, cluster, position)
                    .filter(|name| is_usable(name))
                    .unwrap_or_else(|| "value".to_owned());
            }
            member_name(callable, cluster)
        }
        _ => parameter_name(asserted, cluster, position),
    };
    from_call
        .filter(|name| is_usable(name))
        .or_else(|| statement.defined_type(cluster).map(|ty| type_name(cluster, ty)))
        .filter(|name| !is_reserved(name) && !name.is_empty())
        .unwrap_or_else(|| "value".to_owned())
}

/// Whether the call only puts a value into a box: `Integer.valueOf(1)`.
fn is_boxing(callable: &Callable, cluster: &TestCluster) -> bool {
    callable.name == "valueOf"
        && callable.under_test.is_none()
        && matches!(cluster.types.category(callable.return_type), TypeCategory::Boxed(_))
}

/// `getFoo()` and `foo` the field give `foo`; other calls give nothing better than their type.
fn member_name(callable: &Callable, cluster: &TestCluster) -> Option<String> {
    match callable.kind {
        CallableKind::FieldRead if !is_constant_name(&callable.name) => Some(decapitalized(&callable.name)),
        CallableKind::Method if callable.parameters.is_empty() || !callable.is_static => {
            let property = callable.name.strip_prefix("get")?;
            let is_property = property.starts_with(|first: char| first.is_uppercase());
            is_property.then(|| decapitalized(property))
        }
        CallableKind::Method => {
            let category = cluster.types.category(callable.return_type);
            let is_plain = matches!(category, TypeCategory::Primitive(_) | TypeCategory::Boxed(_));
            is_plain.then(|| "result".to_owned())
        }
        _ => None,
    }
}

/// Whether a field is named as constants are.
pub(crate) fn is_constant_name(name: &str) -> bool {
    !name.contains(|found: char| found.is_lowercase())
}

/// The name of the first parameter that takes the variable.
pub(super) fn parameter_name(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    position: usize,
) -> Option<String> {
    for statement in &asserted.test.statements()[position + 1..] {
        if let Statement::Invoke { callable, arguments, .. } = statement
            && let Some(argument) = arguments.iter().position(|argument| argument.index() == position)
        {
            return cluster.callable(*callable).parameter_names.get(argument).cloned().flatten();
        }
    }
    None
}

/// Whether a name from a class file says something: `arg0`, `p1` and `x` do not.
pub(crate) fn is_usable(name: &str) -> bool {
    let is_identifier = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|found| found.is_ascii_alphanumeric() || found == '_');
    let is_numbered = name.trim_end_matches(|last: char| last.is_ascii_digit()).len() <= 3
        && name.ends_with(|last: char| last.is_ascii_digit());
    is_identifier && name.len() > 1 && name.len() <= 30 && !is_numbered && !is_reserved(name)
}

/// What a parameter of the type is called that has no name of its own; `None` for numbers and for what may be anything.
pub(crate) fn type_noun(cluster: &TestCluster, ty: TypeId) -> Option<String> {
    let says_something = match cluster.types.get(ty) {
        Type::Array(_) => true,
        Type::Class { .. } => {
            ty != TypeTable::OBJECT && !matches!(cluster.types.category(ty), TypeCategory::Boxed(_))
        }
        Type::Primitive(_) | Type::Void => false,
    };
    Some(type_name(cluster, ty)).filter(|name| says_something && is_usable(name))
}

fn type_name(cluster: &TestCluster, ty: TypeId) -> String {
    match cluster.types.get(ty) {
        Type::Array(component) => plural(&type_name(cluster, *component)),
        Type::Primitive(_) => "result".to_owned(),
        Type::Void => String::new(),
        Type::Class { name, .. } => {
            let simple = name.simple_binary().rsplit('$').next().unwrap_or_default();
            match simple {
                "String" => "text".to_owned(),
                "Class" => "type".to_owned(),
                "Object" => "object".to_owned(),
                "Boolean" | "Byte" | "Character" | "Short" | "Integer" | "Long" | "Float" | "Double" => {
                    "result".to_owned()
                }
                _ => with_letters(&decapitalized(noun(simple))),
            }
        }
    }
}

/// The name of a class as a variable of it is called where its noun is taken.
fn whole_type_name(asserted: &AssertedTest, cluster: &TestCluster, position: usize) -> Option<String> {
    let ty = asserted.test.statements()[position].defined_type(cluster)?;
    let class = cluster.types.class_name(ty)?;
    let simple = class.simple_binary().rsplit('$').next().unwrap_or_default();
    (noun(simple) != simple).then(|| with_letters(&decapitalized(simple)))
}

/// The last word of a long name, which is what the others only describe: `Queue` of `CircularFifoQueue`.
fn noun(class: &str) -> &str {
    if class.len() <= MAX_CLASS_NAME {
        return class;
    }
    let start = class.rfind(|letter: char| letter.is_uppercase()).unwrap_or(0);
    let noun = &class[start..];
    let is_noun = noun.len() >= MIN_NOUN && noun.chars().all(char::is_alphabetic);
    if is_noun { noun } else { class }
}

fn plural(name: &str) -> String {
    match name {
        "result" => "values".to_owned(),
        _ if name.ends_with('s') => name.to_owned(),
        _ => format!("{name}s"),
    }
}

/// A type whose name is a keyword in lower case, `Default`, gets a word before it.
fn with_letters(name: &str) -> String {
    let plain: String = name.chars().filter(|found| found.is_alphanumeric() || *found == '_').collect();
    if is_reserved(&plain) || plain.starts_with(|first: char| first.is_ascii_digit()) {
        format!("the{}", super::identifier::capitalized(&plain))
    } else {
        plain
    }
}
