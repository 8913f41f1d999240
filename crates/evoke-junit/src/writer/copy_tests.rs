//! Objects that are written to a stream and read back.

use evoke_runtime::members::serialization::COPY_BY_SERIALIZATION;
use evoke_suite::AssertedTest;
use evoke_testcase::{Value, VariableRef};

use crate::JUnitVersion;
use crate::testing::{Demo, call, int, test_of, value, writer};

#[test]
fn suite_has_a_method_that_copies_where_a_test_copies() {
    let mut demo = Demo::new();
    let account = demo.account;
    let of = (COPY_BY_SERIALIZATION.class, COPY_BY_SERIALIZATION.name, COPY_BY_SERIALIZATION.descriptor);
    let copy = demo.search_method(of, &[account], account);
    demo.callable(copy).exceptions = vec!["java/io/IOException".into()];
    let make = demo.constructor();
    let balance = demo.method("getBalance", "()I", &[], int());
    let test = test_of(vec![
        value(Value::String("Ada".into())),
        call(make, None, &[VariableRef(0)]),
        call(copy, None, &[VariableRef(1)]),
        call(balance, Some(VariableRef(2)), &[]),
    ]);
    let draft =
        AssertedTest { test, goals: Vec::new(), exception: None, assertions: Vec::new(), stub_calls: None };
    let text = writer(&demo, JUnitVersion::V5).write("demo", "AccountEvokeTest", &[draft]).render().text;
    let method = "\
    @SuppressWarnings(\"unchecked\")
    private static <T> T copyBySerialization(T original) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(original);
        }
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
";
    assert!(text.contains(method), "{text}");
    assert!(text.contains("        Account copy = copyBySerialization(account);\n"), "{text}");
    assert!(text.contains("import java.io.ObjectOutputStream;\n"), "{text}");
}
