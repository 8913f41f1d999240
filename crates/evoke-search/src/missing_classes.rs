//! Which calls failed for a class that the JVM did not find or could not initialise, and which class that was: what a user can
//! mend by completing the class path.

use std::collections::BTreeMap;

use evoke_analysis::CallableId;
use evoke_testcase::ThrownException;

/// What the JVM throws for such a class; its message names the class.
const NOT_FOUND: &str = "java/lang/NoClassDefFoundError";

/// How the message begins where the class was found, and its initialiser failed.
const NOT_INITIALIZED: &str = "Could not initialize class ";

/// By callable the first such class, in words.
#[derive(Clone, Debug, Default)]
pub(crate) struct MissingClasses(BTreeMap<CallableId, String>);

impl MissingClasses {
    /// Notes what a call threw.
    pub(crate) fn note(&mut self, callable: CallableId, exception: &ThrownException) {
        if exception.class.as_str() == NOT_FOUND
            && let Some(message) = &exception.message
        {
            let message = String::from_utf16_lossy(message.units());
            self.0.entry(callable).or_insert_with(|| in_words(&message));
        }
    }

    /// What one of the calls failed for.
    pub(crate) fn of(&self, callables: &[CallableId]) -> Option<&str> {
        callables.iter().find_map(|callable| self.0.get(callable)).map(String::as_str)
    }
}

fn in_words(message: &str) -> String {
    match message.strip_prefix(NOT_INITIALIZED) {
        Some(class) => format!("class {class} cannot be initialised"),
        None => format!("class {} is missing from the class path", message.replace('/', ".")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(class: &str, message: &str) -> ThrownException {
        ThrownException { class: class.into(), message: Some(message.into()) }
    }

    #[test]
    fn call_that_failed_for_a_class_names_the_first_one() {
        let mut missing = MissingClasses::default();
        missing.note(CallableId(1), &thrown(NOT_FOUND, "org/example/Gone"));
        missing.note(CallableId(1), &thrown(NOT_FOUND, "Could not initialize class demo.Account"));
        missing.note(CallableId(2), &thrown("java/lang/IllegalStateException", "org/example/Gone"));
        missing.note(CallableId(3), &thrown(NOT_FOUND, "Could not initialize class demo.Account"));
        let of = |callable| missing.of(&[CallableId(0), CallableId(callable)]);
        assert_eq!(of(1), Some("class org.example.Gone is missing from the class path"));
        assert_eq!(of(2), None);
        assert_eq!(of(3), Some("class demo.Account cannot be initialised"));
    }
}
