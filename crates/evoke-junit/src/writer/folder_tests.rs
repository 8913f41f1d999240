//! The folder of a test, and what became of the files in it.

use evoke_analysis::{CallableId, TypeId, TypeTable};
use evoke_runtime::Member as RuntimeMember;
use evoke_runtime::members::file_questions::{
    EXISTS_FILE, EXISTS_PATH, LIST_PATH, READ_STRING_FILE, READ_STRING_PATH,
};
use evoke_runtime::members::test_folder::{FOLDER_WITH_FILE, PATH, RESOLVE};
use evoke_suite::AssertedTest;
use evoke_testcase::{
    Aspect, JavaString, Observation, ObservedValue, Statement, TestCase, Value, VariableRef,
};

use crate::JUnitVersion;
use crate::java::on_one_line;
use crate::testing::{Demo, boolean, call, int, test_of, value, writer};

fn v(position: u32) -> VariableRef {
    VariableRef(position)
}

fn text(text: &str) -> Statement {
    value(Value::String(text.into()))
}

fn draft(test: TestCase, assertions: Vec<Observation>) -> AssertedTest {
    AssertedTest { test, goals: Vec::new(), exception: None, assertions, stub_calls: None }
}

fn asked(position: u32, question: CallableId, value: ObservedValue) -> Observation {
    Observation { variable: v(position), aspect: Aspect::Inspector(question), value }
}

/// The statements of the test on a line each.
fn body(demo: &Demo, version: JUnitVersion, draft: AssertedTest) -> String {
    let suite = writer(demo, version).write("demo", "AccountEvokeTest", &[draft]);
    suite.tests[0].body.statements.iter().map(on_one_line).collect::<Vec<_>>().join("\n")
}

/// A static method of one of the classes that only the search has.
fn runtime_call(demo: &mut Demo, of: RuntimeMember, parameters: &[TypeId], returns: TypeId) -> CallableId {
    demo.search_method((of.class, of.name, of.descriptor), parameters, returns)
}

fn path_type(demo: &mut Demo) -> TypeId {
    demo.cluster.types.intern_class("java/nio/file/Path")
}

/// A test that writes a file in the folder of the test and gives its path to the class.
fn folder_draft(demo: &mut Demo) -> AssertedTest {
    let path = path_type(demo);
    let load = demo.static_method("load", "(Ljava/nio/file/Path;)I", &[path], int());
    let write = runtime_call(demo, FOLDER_WITH_FILE, &[TypeTable::STRING; 3], path);
    demo.callable(write).exceptions = vec!["java/io/IOException".into()];
    let test = test_of(vec![
        text("in/out"),
        text("a.txt"),
        text("7"),
        call(write, None, &[v(0), v(1), v(2)]),
        call(load, None, &[v(3)]),
    ]);
    let seen = Observation { variable: v(4), aspect: Aspect::Result, value: ObservedValue::Int(7) };
    draft(test, vec![seen])
}

#[test]
fn folder_of_a_test_is_one_that_junit_gives() {
    let mut demo = Demo::new();
    let draft = folder_draft(&mut demo);
    let body = |folder: &str| {
        format!(
            "Path path = Files.write(Files.createDirectories({folder}.resolve(\"in_out\")).resolve(\"a.txt\"), \
             \"7\".getBytes(StandardCharsets.UTF_8)).getParent();"
        )
    };
    let plain = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (version, folder, declaration) in [
        (JUnitVersion::V5, "folder", "@TempDir Path folder;"),
        (
            JUnitVersion::V4,
            "folder.getRoot().toPath()",
            "@Rule public final TemporaryFolder folder = new TemporaryFolder();",
        ),
    ] {
        let suite = writer(&demo, version).write("demo", "AccountEvokeTest", std::slice::from_ref(&draft));
        let text = plain(suite.render().text).replace("( ", "(").replace(" .", ".");
        assert!(text.contains(&body(folder)), "{text}");
        assert!(text.contains(declaration), "{text}");
        assert!(text.contains("import java.nio.file.Path;"), "{text}");
    }
}

#[test]
fn class_has_no_folder_that_no_test_uses() {
    let mut demo = Demo::new();
    let folder = folder_draft(&mut demo);
    let deposit = demo.static_method("count", "()I", &[], int());
    let other = draft(test_of(vec![call(deposit, None, &[])]), Vec::new());
    let writer = writer(&demo, JUnitVersion::V5);
    let mut suite = writer.write("demo", "AccountEvokeTest", &[folder, other]);
    assert!(suite.render().text.contains("TempDir"));
    suite.tests.remove(0);
    let text = suite.render().text;
    assert!(!text.contains("TempDir") && !text.contains("java.nio"), "{text}");
}

#[test]
fn files_are_asked_as_a_reader_would_ask_them() {
    let mut demo = Demo::new();
    let path = path_type(&mut demo);
    let names = demo.array_of(TypeTable::STRING);
    let folder = runtime_call(&mut demo, PATH, &[], path);
    let resolve = runtime_call(&mut demo, RESOLVE, &[TypeTable::STRING], path);
    let save = demo.static_method("save", "(Ljava/nio/file/Path;)V", &[path], TypeTable::VOID);
    let read = runtime_call(&mut demo, READ_STRING_PATH, &[path], TypeTable::STRING);
    let exists = runtime_call(&mut demo, EXISTS_PATH, &[path], boolean());
    let list = runtime_call(&mut demo, LIST_PATH, &[path], names);
    let test = test_of(vec![
        text("a"),
        call(resolve, None, &[v(0)]),
        call(save, None, &[v(1)]),
        text("b"),
        call(resolve, None, &[v(3)]),
        call(save, None, &[v(4)]),
        call(folder, None, &[]),
        call(save, None, &[v(6)]),
    ]);
    let held = ObservedValue::Array { length: 1, elements: Some(vec![ObservedValue::String("a".into())]) };
    let asked_all = vec![
        asked(1, read, ObservedValue::String(JavaString::from("saved\n"))),
        asked(4, exists, ObservedValue::Boolean(false)),
        asked(6, list, held),
    ];
    let of_junit_5 = body(&demo, JUnitVersion::V5, draft(test.clone(), asked_all.clone()));
    insta::assert_snapshot!(of_junit_5, @r#"
    Path path = folder.resolve("a");
    Account.save(path);
    Path path2 = folder.resolve("b");
    Account.save(path2);
    Account.save(folder);
    assertEquals("saved\n", Files.readString(path));
    assertFalse(Files.exists(path2));
    assertArrayEquals(new String[] {"a"}, folder.toFile().list());
    "#);
    let of_junit_4 = body(&demo, JUnitVersion::V4, draft(test, asked_all));
    insta::assert_snapshot!(of_junit_4, @r#"
    Path path = folder.getRoot().toPath().resolve("a");
    Account.save(path);
    Path path2 = folder.getRoot().toPath().resolve("b");
    Account.save(path2);
    Account.save(folder.getRoot().toPath());
    assertEquals("saved\n", Files.readString(path));
    assertFalse(Files.exists(path2));
    assertArrayEquals(new String[] {"a"}, folder.getRoot().list());
    "#);
}

#[test]
fn files_that_the_class_gives_are_asked_themselves() {
    let mut demo = Demo::new();
    let file = demo.cluster.types.intern_class("java/io/File");
    let save = demo.static_method("save", "()Ljava/io/File;", &[], file);
    let read = runtime_call(&mut demo, READ_STRING_FILE, &[file], TypeTable::STRING);
    let exists = runtime_call(&mut demo, EXISTS_FILE, &[file], boolean());
    let test = test_of(vec![call(save, None, &[]), call(save, None, &[])]);
    let assertions = vec![
        asked(0, read, ObservedValue::String(JavaString::from("7"))),
        asked(1, exists, ObservedValue::Boolean(true)),
    ];
    insta::assert_snapshot!(body(&demo, JUnitVersion::V5, draft(test, assertions)), @r#"
    File file = Account.save();
    File result = Account.save();
    assertEquals("7", Files.readString(file.toPath()));
    assertTrue(result.exists());
    "#);
}
