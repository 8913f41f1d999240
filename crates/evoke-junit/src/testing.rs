//! The class `demo.Account` that the demo cluster stands for, for tests of the writer and the verifier.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use evoke_analysis::{Callable, GoalId};
use evoke_classfile::{ClassName, Jdk};
pub(crate) use evoke_suite::testing::{Demo, Member, boolean, call, int, test_of, value};

use crate::java::Statement;
use crate::test_body::TestBody;
use crate::{ClassNames, Conditions, JUnitVersion, SourceName, StubStyle, SuiteWriter, TestSource};

/// The class behind the cluster.
pub(crate) const ACCOUNT: &str = r#"package demo;

import java.util.List;
import java.util.concurrent.TimeUnit;

public class Account {
    public static int opened;
    public int limit = 10;
    private int balance;
    private final String owner;

    public Account(String owner) {
        if (owner == null) {
            throw new IllegalArgumentException("owner must not be null");
        }
        this.owner = owner;
        opened++;
    }

    public int getBalance() {
        return balance;
    }

    public String getOwner() {
        return owner;
    }

    public boolean deposit(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative amount: " + amount);
        }
        balance += amount;
        return balance > limit;
    }

    public boolean deposit(long amount) {
        return deposit((int) amount);
    }

    public static int sum(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    public byte[] bytes(byte first, char second, float third) {
        return new byte[] {first, (byte) second, (byte) third};
    }

    public Integer wait(TimeUnit unit, Object hint) throws Exception {
        return (int) unit.toSeconds(60);
    }

    public Integer wait(TimeUnit unit, String hint) {
        return hint.length();
    }

    public static int opened() {
        return opened;
    }

    public static void spin() {
        while (true) { }
    }

    public static void leave() {
        Runtime.getRuntime().halt(3);
    }

    public static int names(List<String> names) {
        return names.size();
    }

    public class Entry {
        public double weight() {
            return 0.1 + balance;
        }
    }
}

/** Cannot be initialised before an account was opened. */
class Ledger {
    private static final int PAGES = 100 / Account.opened;

    static int page() {
        return PAGES;
    }
}

/** Keeps the formats of the locale in which it was initialised. */
class Price {
    static final java.text.DecimalFormat FORMAT = new java.text.DecimalFormat("0.0");
}

/** Cannot be initialised where the capital of `i` is not in ASCII. */
class Alphabet {
    static final int[] PLACES = new int[128];
    static {
        PLACES["i".toUpperCase().charAt(0)] = 9;
    }

    static int place(char letter) {
        return PLACES[letter];
    }
}
"#;

/// Classes as [`ACCOUNT`] and the JDK have them.
pub(crate) struct DemoClasses;

impl ClassNames for DemoClasses {
    fn source_name(&self, class: &ClassName) -> Option<SourceName> {
        let is_known = class.package().starts_with("java/") || class.as_str().starts_with("demo/Account");
        let nested = class.simple_binary().split('$').map(str::to_owned).collect();
        is_known.then(|| SourceName { package: class.package().replace('/', "."), nested })
    }

    fn accessible_supertype(&self, class: &ClassName, _from_package: &str) -> ClassName {
        class.clone()
    }

    fn is_subclass(&self, class: &ClassName, ancestor: &ClassName) -> bool {
        let name = class.as_str();
        class == ancestor
            || match ancestor.as_str() {
                "java/lang/Throwable" => true,
                "java/lang/Exception" => name.ends_with("Exception"),
                "java/lang/RuntimeException" => {
                    name.ends_with("Exception")
                        && !matches!(name, "java/lang/Exception" | "java/io/IOException")
                }
                "java/lang/Error" => name.ends_with("Error"),
                _ => false,
            }
    }

    fn hides(&self, _class: &ClassName, _member: &Callable, _from_package: &str) -> bool {
        false
    }
}

/// JDKs that the tests use.
pub(crate) fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

/// Compiles [`ACCOUNT`] into a class path folder.
pub(crate) fn compile_account(folder: &Path, jdk: &Jdk) -> PathBuf {
    compile(folder, jdk, "Account", ACCOUNT)
}

/// Compiles the source of a class of this simple name into a class path folder.
pub(crate) fn compile(folder: &Path, jdk: &Jdk, class: &str, text: &str) -> PathBuf {
    let source = folder.join(format!("{class}.java"));
    let classes = folder.join(format!("classes of {class}"));
    std::fs::create_dir_all(&classes).unwrap();
    std::fs::write(&source, text).unwrap();
    let status =
        Command::new(jdk.home.join("bin/javac")).arg("-d").arg(&classes).arg(&source).status().unwrap();
    assert!(status.success());
    classes
}

/// A test of these statements that covers something.
pub(crate) fn test_source(name: &str, statements: Vec<Statement>) -> TestSource {
    TestSource {
        name: name.to_owned(),
        goals: vec![GoalId(0)],
        comment: Vec::new(),
        is_raw: false,
        inlines_stubs: false,
        body: TestBody { statements, ..TestBody::default() },
        plain: None,
        stub_warnings: BTreeSet::new(),
        warnings: BTreeSet::new(),
        table: None,
    }
}

/// Writes tests with plain stubs, not as tables.
pub(crate) fn writer(demo: &Demo, version: JUnitVersion) -> SuiteWriter<'_> {
    SuiteWriter {
        cluster: &demo.cluster,
        classes: &DemoClasses,
        conditions: Conditions::default(),
        version,
        stubs: StubStyle::Plain,
        parameterized: false,
    }
}
