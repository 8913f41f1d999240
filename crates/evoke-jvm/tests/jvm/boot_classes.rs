//! Which of Evoke's Java classes the boot loader of the searching JVM has, where code under test can see them.

use evoke_runtime::{SEARCH_CLASSES, VERIFIER_CLASSES, binary_name};
use evoke_testcase::{ExecutionOutcome, Executor, Value};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk, thrown};

#[test]
fn boot_loader_has_the_classes_of_the_search_and_none_of_the_verifier() {
    for_every_jdk(
        "boot_classes::boot_loader_has_the_classes_of_the_search_and_none_of_the_verifier",
        |world| {
            let mut builder = ClusterBuilder::new();
            let descriptor = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
            let for_name = builder.static_method("java/lang/Class", "forName", descriptor);
            let loader = builder.ty("Ljava/lang/ClassLoader;");
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            let mut load = |class: &str| {
                let mut test = TestBuilder::new();
                let name = test.string(&binary_name(class));
                let (initialise, boot) = (test.value(Value::Boolean(false)), test.value(Value::Null(loader)));
                test.call(for_name, &[name, initialise, boot]);
                executor.execute(&test.build()).outcome
            };
            for class in SEARCH_CLASSES {
                assert_eq!(load(class.name), ExecutionOutcome::Completed, "{}", class.name);
            }
            for class in VERIFIER_CLASSES {
                assert_eq!(
                    thrown(&load(class.name)),
                    Some("java/lang/ClassNotFoundException"),
                    "{}",
                    class.name
                );
            }
        },
    );
}
