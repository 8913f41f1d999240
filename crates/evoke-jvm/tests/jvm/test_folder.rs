//! Each test has a folder for itself.

use evoke_analysis::CallableId;
use evoke_jvm::{ScratchFolders, Surroundings};
use evoke_runtime::members::{file_questions, test_folder};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, Executor, FileTimes, ObservedValue, Observer, TestCase, VariableRef,
};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk, thrown};

/// The size of a file that the test writes, or of one of that name.
fn sizes(builder: &mut ClusterBuilder, name: &str) -> [TestCase; 2] {
    let [write, resolve] = [test_folder::TEXT_FILE, test_folder::RESOLVE]
        .map(|method| builder.static_method(method.class, method.name, method.descriptor));
    let size = builder.static_method("java/nio/file/Files", "size", "(Ljava/nio/file/Path;)J");
    let test = |is_written: bool| {
        let mut test = TestBuilder::new();
        let name = test.string(name);
        let path = if is_written {
            let text = test.string("three");
            test.call(write, &[name, text])
        } else {
            test.call(resolve, &[name])
        };
        test.call(size, &[path]);
        test.build()
    };
    [test(true), test(false)]
}

#[test]
fn file_of_a_test_is_gone_when_the_next_one_begins() {
    for_every_jdk("test_folder::file_of_a_test_is_gone_when_the_next_one_begins", |world| {
        let mut builder = ClusterBuilder::new();
        let [writes, reads] = sizes(&mut builder, "a.txt");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..3 {
            let seen = executor.observe(&writes).values;
            let size = seen.iter().find(|seen| seen.variable == VariableRef(3)).expect("a size");
            assert_eq!(size.value, ObservedValue::Long(5));
            let outcome = executor.execute(&reads).outcome;
            assert_eq!(thrown(&outcome), Some("java/nio/file/NoSuchFileException"));
        }
    });
}

#[test]
fn files_of_a_test_seem_to_be_written_at_once_or_long_after_each_other() {
    for_every_jdk(
        "test_folder::files_of_a_test_seem_to_be_written_at_once_or_long_after_each_other",
        |world| {
            let mut builder = ClusterBuilder::new();
            let file = test_folder::TEXT_FILE;
            let write = builder.static_method(file.class, file.name, file.descriptor);
            let path = "Ljava/nio/file/Path;";
            let order = builder.static_method("sample/Litter", "order", &format!("({path}{path})I"));
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            let mut test = TestBuilder::new();
            let text = test.string("three");
            let [one, other] = ["a.txt", "b.txt"].map(|name| {
                let name = test.string(name);
                test.call(write, &[name, text])
            });
            test.call(order, &[one, other]);
            let test = test.build();
            assert!(executor.observe(&test).result.trace.leaves_files);
            let mut order = |times| {
                let values = executor.observe_with_file_times(&test, times).values;
                let order = values.into_iter().rfind(|seen| seen.variable.index() + 1 == test.len());
                order.map(|seen| seen.value)
            };
            assert_eq!(order(FileTimes::AtOnce), Some(ObservedValue::Int(0)));
            assert_eq!(order(FileTimes::Apart), Some(ObservedValue::Int(-1)));
        },
    );
}

#[test]
fn name_of_a_file_leads_nowhere_else() {
    for_every_jdk("test_folder::name_of_a_file_leads_nowhere_else", |world| {
        let mut builder = ClusterBuilder::new();
        let [writes, _] = sizes(&mut builder, "../../escaped");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        assert_eq!(executor.execute(&writes).outcome, ExecutionOutcome::Completed);
        let folders = ScratchFolders::create(&world.scratch).expect("folders");
        assert!(folders.temporary.join("folder/.._.._escaped").is_file());
    });
}

/// A test that calls a method of `Litter`, with a name if it takes one.
fn littering(builder: &mut ClusterBuilder, method: &str, name: Option<&str>) -> TestCase {
    let descriptor = if name.is_some() { "(Ljava/lang/String;)Z" } else { "()Z" };
    let callable = builder.static_method("sample/Litter", method, descriptor);
    let mut test = TestBuilder::new();
    let names: Vec<VariableRef> = name.map(|name| test.string(name)).into_iter().collect();
    test.call(callable, &names);
    test.build()
}

#[test]
fn test_that_leaves_something_beside_its_folder_is_refused_where_it_is_observed() {
    for_every_jdk(
        "test_folder::test_that_leaves_something_beside_its_folder_is_refused_where_it_is_observed",
        |world| {
            let mut builder = ClusterBuilder::new();
            let named = littering(&mut builder, "leave", Some("n"));
            let drawn = littering(&mut builder, "leaveUnderDrawnName", None);
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            assert_eq!(executor.execute(&named).outcome, ExecutionOutcome::Completed);
            for _ in 0..2 {
                assert_eq!(executor.observe(&drawn).result.outcome, ExecutionOutcome::Completed);
                let outcome = executor.observe(&named).result.outcome;
                let refused = ExecutionOutcome::Aborted { statement: 1, reason: AbortReason::Sandbox };
                assert_eq!(outcome, refused);
            }
        },
    );
}

#[test]
fn root_of_the_file_system_and_the_folder_for_temporary_files_are_not_looked_into() {
    let name = "test_folder::root_of_the_file_system_and_the_folder_for_temporary_files_are_not_looked_into";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let file = builder.constructor("java/io/File", "(Ljava/lang/String;)V");
        let (listings, descriptor) = ("evoke/runtime/FolderListings", "(Ljava/io/File;)[Ljava/lang/String;");
        let list = builder.static_method(listings, "list", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut outcome = |path: &str| {
            let mut test = TestBuilder::new();
            let path = test.string(path);
            let folder = test.call(file, &[path]);
            test.call(list, &[folder]);
            executor.execute(&test.build()).outcome
        };
        let refused = ExecutionOutcome::Aborted { statement: 2, reason: AbortReason::Sandbox };
        let temporary = world.scratch.join("temporary").display().to_string();
        for folder in ["/", "/tmp/..", &temporary, &format!("{temporary}/..")] {
            assert_eq!(outcome(folder), refused, "{folder}");
        }
        assert_eq!(outcome("."), ExecutionOutcome::Completed);
    });
}

#[test]
fn what_another_program_left_beside_the_folder_stays() {
    for_every_jdk("test_folder::what_another_program_left_beside_the_folder_stays", |world| {
        let mut builder = ClusterBuilder::new();
        let count = builder.static_method("sample/Litter", "count", "()I");
        let mut test = TestBuilder::new();
        test.call(count, &[]);
        let test = test.build();
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..2 {
            assert_eq!(executor.observe(&test).values[0].value, ObservedValue::Int(2));
        }
    });
}

/// A test that writes a file of three lines, with a path that leads elsewhere and one that was made of the other's.
fn left_files(builder: &mut ClusterBuilder) -> (TestCase, [CallableId; 3]) {
    let [write, folder, resolve, make] =
        [test_folder::TEXT_FILE, test_folder::PATH, test_folder::RESOLVE, test_folder::MAKE_FOLDER]
            .map(|method| builder.static_method(method.class, method.name, method.descriptor));
    let questions =
        [file_questions::READ_STRING_PATH, file_questions::LIST_PATH, file_questions::EXISTS_PATH]
            .map(|method| builder.static_method(method.class, method.name, method.descriptor));
    let of_file = [file_questions::READ_STRING_FILE]
        .map(|method| builder.static_method(method.class, method.name, method.descriptor));
    let elsewhere = builder.static_method(
        "java/nio/file/Path",
        "of",
        "(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;",
    );
    let to_file = builder.method("java/nio/file/Path", "toFile", "()Ljava/io/File;");
    let [path, file] = ["Ljava/nio/file/Path;", "Ljava/io/File;"].map(|descriptor| builder.ty(descriptor));
    builder.cluster.inspectors.insert(path, questions.to_vec());
    builder.cluster.inspectors.insert(file, of_file.to_vec());
    let strings = builder.ty("[Ljava/lang/String;");
    let mut test = TestBuilder::new();
    let [name, text, other, inner] = ["a", "1\n2\n3\n", "b", "/"].map(|text| test.string(text));
    let written = test.call(write, &[name, text]);
    test.call_on(written, to_file, &[]);
    test.call(resolve, &[other]);
    test.call(make, &[other]);
    test.call(folder, &[]);
    let none = test.array(strings, 0);
    test.call(elsewhere, &[inner, none]);
    (test.build(), questions)
}

#[test]
fn files_that_a_test_leaves_are_seen_once_each_and_those_elsewhere_are_not() {
    for_every_jdk(
        "test_folder::files_that_a_test_leaves_are_seen_once_each_and_those_elsewhere_are_not",
        |world| {
            let mut builder = ClusterBuilder::new();
            let (test, [read, list, exists]) = left_files(&mut builder);
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            let observations = executor.observe(&test);
            assert_eq!(observations.result.outcome, ExecutionOutcome::Completed);
            let inspected: Vec<_> = observations
                .values
                .iter()
                .filter_map(|seen| Some((seen.variable.0, seen.inspector()?, seen.value.clone())))
                .collect();
            let empty = ObservedValue::Array { length: 0, elements: Some(Vec::new()) };
            // The folder itself holds two files, which have no order.
            let expected = [
                (4, read, ObservedValue::String("1\n2\n3\n".into())),
                (6, list, empty.clone()),
                (7, list, empty),
                (8, exists, ObservedValue::Boolean(true)),
            ];
            assert_eq!(inspected, expected);
        },
    );
}
