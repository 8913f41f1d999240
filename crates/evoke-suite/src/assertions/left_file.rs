//! What a test left in its folder, and whether it is news: not where it is what the test itself put there.

use evoke_analysis::{FileQuestion, FolderCall, TestCluster};
use evoke_testcase::{
    JavaString, Observation, ObservedValue, Statement, TestCase, Value, VariableRef, file_name,
};

/// Whether the file that the variable names is, as far as this question shows, what it was when the variable was defined.
pub(super) fn is_as_it_was(
    test: &TestCase,
    cluster: &TestCluster,
    question: FileQuestion,
    observation: &Observation,
) -> bool {
    let Statement::Invoke { callable, arguments, .. } = test.definition(observation.variable) else {
        return false;
    };
    let Some(call) = cluster.callable(*callable).folder_call() else { return false };
    match (question, &observation.value) {
        (FileQuestion::Exists, ObservedValue::Boolean(exists)) => *exists == (call != FolderCall::Resolve),
        (FileQuestion::ReadString, ObservedValue::String(text)) => match call {
            FolderCall::TextFile => literal(test, arguments[1]) == Some(text),
            // What bytes say is not known here.
            FolderCall::BinaryFile => true,
            _ => false,
        },
        (FileQuestion::List, ObservedValue::Array { elements, .. }) => {
            let is_made = |name| is_made(test, cluster, name);
            call != FolderCall::Resolve && elements.iter().flatten().all(is_made)
        }
        _ => false,
    }
}

/// Whether a call of the test makes a file of this name.
fn is_made(test: &TestCase, cluster: &TestCluster, name: &ObservedValue) -> bool {
    let ObservedValue::String(name) = name else { return false };
    test.statements().iter().any(|statement| {
        let Statement::Invoke { callable, arguments, .. } = statement else { return false };
        let n_names = match cluster.callable(*callable).folder_call() {
            None | Some(FolderCall::Resolve) => 0,
            Some(call) => call.n_names(),
        };
        let mut names = arguments.iter().take(n_names).filter_map(|argument| literal(test, *argument));
        names.any(|literal| JavaString::from(file_name(literal).as_str()) == *name)
    })
}

fn literal(test: &TestCase, variable: VariableRef) -> Option<&JavaString> {
    match test.definition(variable) {
        Statement::Value(Value::String(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, TypeId, TypeTable};
    use evoke_runtime::Member as RuntimeMember;
    use evoke_runtime::members::{file_questions, test_folder};
    use evoke_testcase::{TestCase, Value};

    use super::*;
    use crate::assertions::choose_assertions;
    use crate::kill::KillMatrix;
    use crate::stable_test::StableTest;
    use crate::testing::{Demo, boolean, call, seen, string, test_of, value};

    /// `Account.save(Path)` and what a test can do with the folder.
    struct World {
        demo: Demo,
        save: CallableId,
        read: CallableId,
        list: CallableId,
        exists: CallableId,
    }

    fn runtime_call(
        demo: &mut Demo,
        of: RuntimeMember,
        parameters: &[TypeId],
        returns: TypeId,
    ) -> CallableId {
        demo.search_method((of.class, of.name, of.descriptor), parameters, returns)
    }

    impl World {
        fn new() -> Self {
            let mut demo = Demo::new();
            let path = demo.cluster.types.intern_class("java/nio/file/Path");
            let names = demo.array_of(TypeTable::STRING);
            Self {
                save: demo.static_method("save", "(Ljava/nio/file/Path;)V", &[path], TypeTable::VOID),
                read: runtime_call(&mut demo, file_questions::READ_STRING_PATH, &[path], TypeTable::STRING),
                list: runtime_call(&mut demo, file_questions::LIST_PATH, &[path], names),
                exists: runtime_call(&mut demo, file_questions::EXISTS_PATH, &[path], boolean()),
                demo,
            }
        }

        /// A test that saves to what the call gives of the names `a`, `b` and `c`.
        fn saving(&mut self, to: RuntimeMember) -> TestCase {
            let n_parameters = to.descriptor.matches("Ljava/lang/String;").count();
            let path = self.demo.cluster.types.intern_class("java/nio/file/Path");
            let to = runtime_call(&mut self.demo, to, &vec![TypeTable::STRING; n_parameters], path);
            let names = ["a", "b", "c"].map(|name| value(Value::String(name.into())));
            let arguments: Vec<VariableRef> = (0..n_parameters as u32).map(VariableRef).collect();
            let mut statements = names.to_vec();
            statements.push(call(to, None, &arguments));
            statements.push(call(self.save, None, &[VariableRef(3)]));
            test_of(statements)
        }

        fn is_asserted(&self, test: &TestCase, question: CallableId, shown: ObservedValue) -> bool {
            let values = vec![seen(3, Some(question), shown)];
            let stable = StableTest {
                test: test.clone(),
                goals: Vec::new(),
                exception: None,
                values,
                stub_calls: None,
            };
            let chosen = choose_assertions(vec![stable], &self.demo.cluster, &KillMatrix::default());
            !chosen[0].assertions.is_empty()
        }
    }

    fn names(names: &[&str]) -> ObservedValue {
        let elements: Vec<ObservedValue> = names.iter().map(|name| string(name)).collect();
        ObservedValue::Array { length: names.len() as u32, elements: Some(elements) }
    }

    #[test]
    fn file_is_news_where_it_is_not_as_the_test_made_it() {
        let mut world = World::new();
        let World { read, list, exists, .. } = world;
        let resolved = world.saving(test_folder::RESOLVE);
        assert!(!world.is_asserted(&resolved, exists, ObservedValue::Boolean(false)));
        assert!(world.is_asserted(&resolved, exists, ObservedValue::Boolean(true)));
        assert!(world.is_asserted(&resolved, read, string("")));
        assert!(world.is_asserted(&resolved, list, names(&[])), "there was no folder");
        let written = world.saving(test_folder::TEXT_FILE);
        assert!(!world.is_asserted(&written, read, string("b")));
        assert!(world.is_asserted(&written, read, string("bb")));
        assert!(world.is_asserted(&written, exists, ObservedValue::Boolean(false)));
    }

    #[test]
    fn what_a_folder_holds_is_news_where_the_test_put_nothing_of_the_name_there() {
        let mut world = World::new();
        let list = world.list;
        let folder = world.saving(test_folder::PATH);
        assert!(!world.is_asserted(&folder, list, names(&[])));
        assert!(world.is_asserted(&folder, list, names(&["a"])), "nothing makes a file of the name");
        let with_file = world.saving(test_folder::FOLDER_WITH_FILE);
        assert!(!world.is_asserted(&with_file, list, names(&["b"])));
        assert!(world.is_asserted(&with_file, list, names(&["c"])));
    }

    #[test]
    fn text_that_only_escapes_can_write_is_left_to_mutants() {
        let mut world = World::new();
        let resolved = world.saving(test_folder::RESOLVE);
        assert!(!world.is_asserted(&resolved, world.read, string("\u{1}")));
    }
}
