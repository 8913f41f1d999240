//! What the branches of a class are called in the names of tests: `NameIsNull`, `SizeAbove5`, `NotOpen`. Names after what a test covers
//! are those that readers prefer where inputs do not tell tests apart (Daka, Rojas and Fraser, "Generating unit tests with descriptive
//! names", 2017).

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind, MethodId};

use super::identifier::capitalized;
use super::words::{camel, number_words};

/// Longest words for one branch.
const MAX_LENGTH: usize = 34;
/// Longest string that is repeated.
const MAX_STRING: usize = 12;
/// Shorter names of variables (`i`, `n`) say nothing outside of their method.
const MIN_NAME: usize = 2;

/// By goal: the method that it is in, and for all branches that have some the words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    methods: BTreeMap<GoalId, MethodId>,
    words: BTreeMap<GoalId, String>,
}

impl Conditions {
    /// Those of a class.
    pub fn of(class: &ClassUnderTest) -> Self {
        let branches = class.goals.iter().filter(|goal| matches!(goal.kind, GoalKind::Branch(..)));
        let words = branches.filter_map(|goal| {
            let (_, condition) = goal.name.split_once(' ')?;
            Some((goal.id, words(condition)?))
        });
        let methods = class.goals.iter().map(|goal| (goal.id, class.method_of(&goal.kind)));
        Self { words: words.collect(), methods: methods.collect() }
    }

    #[cfg(test)]
    pub(super) fn with_words(words: &[(GoalId, &str)]) -> Self {
        let words = words.iter().map(|(goal, words)| (*goal, (*words).to_owned()));
        Self { words: words.collect(), methods: BTreeMap::new() }
    }

    #[cfg(test)]
    pub(super) fn with_methods(methods: &[(GoalId, MethodId)]) -> Self {
        Self { methods: methods.iter().copied().collect(), words: BTreeMap::new() }
    }

    /// The words for these goals, those in the method first.
    pub(super) fn among(&self, goals: &[GoalId], method: Option<MethodId>) -> Vec<&str> {
        let mut found: Vec<(Option<&MethodId>, &String)> =
            goals.iter().filter_map(|goal| Some((self.methods.get(goal), self.words.get(goal)?))).collect();
        found.sort_by_key(|(of, _)| of.copied() != method);
        found.into_iter().map(|(_, words)| words.as_str()).collect()
    }

    /// The methods that these goals are in.
    pub(super) fn methods_of(&self, goals: &[GoalId]) -> BTreeSet<MethodId> {
        goals.iter().filter_map(|goal| self.methods.get(goal)).copied().collect()
    }
}

/// A condition as it is written in Java, in words; `None` where they would be too many.
fn words(condition: &str) -> Option<String> {
    let condition = condition.split(" #").next().unwrap_or(condition);
    let words = match condition.strip_prefix("case ") {
        Some(key) => format!("Case{}", operand(key)?),
        None => comparison(condition)?,
    };
    (words.len() <= MAX_LENGTH).then_some(words)
}

fn comparison(condition: &str) -> Option<String> {
    if let Some(negated) = condition.strip_prefix("!(").and_then(|rest| rest.strip_suffix(')')) {
        let (left, right) = negated.split_once(" instanceof ")?;
        return Some(format!("{}IsNot{}", operand(left)?, operand(right)?));
    }
    for (operator, verb) in [
        (" instanceof ", "Is"),
        (" == ", "Is"),
        (" != ", "IsNot"),
        (" <= ", "AtMost"),
        (" >= ", "AtLeast"),
        (" < ", "Below"),
        (" > ", "Above"),
    ] {
        if let Some((left, right)) = condition.split_once(operator) {
            return Some(format!("{}{verb}{}", operand(left)?, operand(right)?));
        }
    }
    let (is_negated, plain) = match condition.strip_prefix('!') {
        Some(plain) => (true, plain),
        None => (false, condition),
    };
    if let Some((left, right)) = equality(plain) {
        let verb = if is_negated { "IsNot" } else { "Is" };
        return Some(format!("{}{verb}{}", operand(left)?, operand(right)?));
    }
    let words = operand(plain)?;
    Some(if is_negated { negated(&words) } else { words })
}

/// Both sides of `a.equals(b)`; of a literal and something else the literal comes last.
fn equality(condition: &str) -> Option<(&str, &str)> {
    let (left, rest) =
        [".equals(", ".equalsIgnoreCase("].iter().find_map(|call| condition.split_once(call))?;
    let right = rest.strip_suffix(')')?;
    Some(if left.starts_with('"') { (right, left) } else { (left, right) })
}

/// `NameIsEmpty` becomes `NameIsNotEmpty`.
fn negated(words: &str) -> String {
    for (verb, negation) in [("Is", "IsNot"), ("Has", "HasNo")] {
        if let Some(start) = words.rfind(verb)
            && words[start + verb.len()..].starts_with(|next: char| next.is_uppercase())
        {
            return format!("{}{negation}{}", &words[..start], &words[start + verb.len()..]);
        }
    }
    format!("Not{words}")
}

/// A literal, a variable, a field or a call without its arguments.
fn operand(text: &str) -> Option<String> {
    if let Some(string) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let is_word = !string.is_empty()
            && string.len() <= MAX_STRING
            && string.chars().all(|unit| unit.is_ascii_alphanumeric());
        return is_word.then(|| capitalized(string));
    }
    if let Some(unit) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let is_word = unit.len() == 1 && unit.chars().all(|unit| unit.is_ascii_alphanumeric());
        return is_word.then(|| unit.to_uppercase());
    }
    if let Ok(number) = text.parse::<i64>() {
        return number_words(number);
    }
    path(text)
}

/// The last two names of `this.header.getName()`, the last one of `h.getName()`.
fn path(text: &str) -> Option<String> {
    let calls = without_arguments(text)?;
    let names: Vec<&str> = calls
        .split('.')
        .map(|name| name.strip_prefix("val$").unwrap_or(name))
        .filter(|name| !matches!(*name, "this" | "this$0"))
        .map(|name| Some(name).filter(|name| is_name(name)))
        .collect::<Option<_>>()?;
    let last = match &names[names.len().saturating_sub(2)..] {
        [owner, name] if owner.len() < MIN_NAME => std::slice::from_ref(name),
        last => last,
    };
    let says_something = last.iter().any(|name| name.len() >= MIN_NAME);
    says_something.then(|| last.iter().map(|name| capitalized(&camel(property(name)))).collect())
}

/// `getName` is about the name.
fn property(name: &str) -> &str {
    name.strip_prefix("get").filter(|rest| !rest.is_empty()).unwrap_or(name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|unit| unit.is_ascii_alphanumeric() || unit == '_')
}

/// `None` if brackets do not come in pairs.
fn without_arguments(text: &str) -> Option<String> {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for unit in text.chars() {
        match unit {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => kept.push(unit),
            _ => {}
        }
    }
    (depth == 0).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn conditions_become_words() {
        for (condition, expected) in [
            ("name == null", "NameIsNull"),
            ("this.name != null", "NameIsNotNull"),
            ("header.getName().length() > 5", "NameLengthAbove5"),
            ("size <= 0 #2", "SizeAtMostZero"),
            ("s.length() > 5", "LengthAbove5"),
            ("!name.isEmpty()", "NameIsNotEmpty"),
            ("it.hasNext()", "ItHasNext"),
            ("!it.hasNext()", "ItHasNoNext"),
            ("!open", "NotOpen"),
            ("other instanceof Fraction", "OtherIsFraction"),
            ("!(other instanceof Fraction)", "OtherIsNotFraction"),
            ("\"gd\".equals(name)", "NameIsGd"),
            ("!name.equals(\"gd\")", "NameIsNotGd"),
            ("case 'x'", "CaseX"),
            ("case TO_LOWER", "CaseToLower"),
            ("checkToken(first, second)", "CheckToken"),
        ] {
            assert_eq!(words(condition).as_deref(), Some(expected), "{condition}");
        }
    }

    #[test]
    fn conditions_that_would_not_read_have_no_words() {
        for condition in [
            "i < a",
            "branch 20 true",
            "items[size - 1] != 7",
            "(size & 255) == c << 2",
            "name.equals(\"a string of more tha...\")",
            "access$100(selection) == other.name",
            "aVeryLongNameOfAVariable == anotherVeryLongName",
        ] {
            assert_eq!(words(condition), None, "{condition}");
        }
    }
}
