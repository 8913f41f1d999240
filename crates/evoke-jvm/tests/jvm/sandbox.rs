//! Tests that reach for the world outside find it out of reach.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use evoke_analysis::CallableId;
use evoke_jvm::{JvmExecutor, ScratchFolders, enter_sandbox, enter_sandbox_to_exec};
use evoke_testcase::{ExecutionOutcome, Executor, ObservedValue, Observer, Value};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk};

const ON_PATH: [&str; 8] =
    ["read", "delete", "rename", "write", "makeFolder", "chmod", "touch", "startProgram"];
const ON_NUMBER: [&str; 4] = ["connect", "listen", "sendDatagrams", "kill"];

/// Calls the attempt and says whether it worked.
fn works(executor: &mut JvmExecutor<'_>, attempt: CallableId, argument: Value) -> bool {
    let mut test = TestBuilder::new();
    let argument = test.value(argument);
    let result = test.call(attempt, &[argument]);
    let observations = executor.observe(&test.build());
    assert_eq!(observations.result.outcome, ExecutionOutcome::Completed);
    let seen = observations.values.iter().find(|seen| seen.variable == result).expect("a result");
    seen.value == ObservedValue::Boolean(true)
}

fn text(path: &Path) -> Value {
    Value::String(path.to_str().expect("a path in UTF-8").into())
}

#[test]
fn nothing_outside_the_process_can_be_changed() {
    for_every_jdk("sandbox::nothing_outside_the_process_can_be_changed", |world| {
        let mut builder = ClusterBuilder::new();
        let owner = "sample/Escapes";
        let on_path = ON_PATH.map(|name| builder.static_method(owner, name, "(Ljava/lang/String;)Z"));
        let on_number = ON_NUMBER.map(|name| builder.static_method(owner, name, "(I)Z"));
        let work = builder.static_method(owner, "work", "()I");

        let outside = tempfile::tempdir().expect("a folder");
        let victim = outside.path().join("victim");
        fs::write(&victim, "text").expect("a file");
        let before = fs::metadata(&victim).expect("the file");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = i32::from(listener.local_addr().expect("its address").port());
        // It ends when this process does, which in the sandbox could not end it.
        let mut other = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");

        let folders = ScratchFolders::create(&world.scratch).expect("folders");
        let status = enter_sandbox(&[&folders.temporary]);
        assert!(status.missing.is_empty(), "{:?}", status.missing);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);

        let worked: Vec<&str> = on_path
            .into_iter()
            .zip(ON_PATH)
            .filter(|(attempt, _)| works(&mut executor, *attempt, text(&victim)))
            .map(|(_, name)| name)
            .collect();
        assert_eq!(worked, ["read"]);
        let process = i32::try_from(other.id()).expect("a process id");
        for (attempt, name) in on_number.into_iter().zip(ON_NUMBER) {
            let number = if name == "kill" { process } else { port };
            assert!(!works(&mut executor, attempt, Value::Int(number)), "{name}");
        }

        let after = fs::metadata(&victim).expect("the file");
        assert_eq!(fs::read(&victim).expect("its content"), b"text");
        assert_eq!(after.permissions().mode(), before.permissions().mode());
        assert_eq!(after.modified().expect("a time"), before.modified().expect("a time"));
        assert_eq!(fs::read_dir(outside.path()).expect("the folder").count(), 1);
        assert!(other.try_wait().expect("its state").is_none());

        let temporary = folders.temporary.join("folder").join("own");
        assert!(works(&mut executor, on_path[3], text(&temporary)), "write a temporary file");
        let relative = Value::String("own".into());
        assert!(!works(&mut executor, on_path[3], relative), "write in the working folder");
        let mut test = TestBuilder::new();
        test.call(work, &[]);
        let test = test.build();
        for _ in 0..20 {
            assert_eq!(executor.execute(&test).outcome, ExecutionOutcome::Completed);
        }
    });
}

#[test]
fn program_that_took_over_cannot_start_others() {
    for_every_jdk("sandbox::program_that_took_over_cannot_start_others", |world| {
        let outside = tempfile::tempdir().expect("a folder");
        let victim = outside.path().join("victim");
        fs::write(&victim, "text").expect("a file");
        let status = enter_sandbox_to_exec(&[&world.scratch]);
        assert!(status.missing.is_empty(), "{:?}", status.missing);
        // A process of this test cannot be started in the sandbox either: this one turns into the JVM, which reports
        // as the test harness would.
        let error = Command::new(world.jdk.home.join("bin/java"))
            .arg("-XX:-UsePerfData")
            .arg("-cp")
            .arg(&world.classes)
            .arg("sample.Escapes")
            .arg(&victim)
            .exec();
        panic!("{error}");
    });
}
