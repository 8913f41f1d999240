//! A small cluster around `demo.Account`, for tests of the writer, the names and the verifier.

use std::path::{Path, PathBuf};
use std::process::Command;

use evoke_analysis::{
    Callable, CallableId, CallableKind, MethodId, Primitive, TestCluster, Type, TypeId, TypeTable,
};
use evoke_classfile::{ClassName, Jdk};
use evoke_testcase::{Statement, TestCase, Value, VariableRef};

use crate::{ClassNames, SourceName};

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
                "java/lang/RuntimeException" => name.ends_with("Exception") && name != "java/lang/Exception",
                "java/lang/Error" => name.ends_with("Error"),
                _ => false,
            }
    }
}

/// The cluster under construction.
pub(crate) struct Demo {
    pub(crate) cluster: TestCluster,
    pub(crate) account: TypeId,
}

/// How a callable of the demo differs from a public instance method of `Account` without anything special.
pub(crate) struct Member<'a> {
    pub(crate) kind: CallableKind,
    pub(crate) owner: &'a str,
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
    pub(crate) is_static: bool,
    pub(crate) parameters: Vec<TypeId>,
    pub(crate) returns: TypeId,
}

impl Demo {
    pub(crate) fn new() -> Self {
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        let account = cluster.types.intern_class("demo/Account");
        Self { cluster, account }
    }

    pub(crate) fn add(&mut self, member: Member<'_>) -> CallableId {
        let id = CallableId(self.cluster.callables.len() as u32);
        let has_receiver = !member.is_static && member.kind != CallableKind::Constructor;
        let receiver = has_receiver.then(|| self.cluster.types.intern_class(member.owner));
        let is_subject = member.owner.starts_with("demo/")
            && matches!(member.kind, CallableKind::Constructor | CallableKind::Method);
        self.cluster.callables.push(Callable {
            id,
            kind: member.kind,
            owner: member.owner.into(),
            owner_is_interface: false,
            name: member.name.to_owned(),
            descriptor: member.descriptor.to_owned(),
            is_static: member.is_static,
            is_varargs: false,
            receiver,
            parameter_names: vec![None; member.parameters.len()],
            parameters: member.parameters,
            takes_outer_instance: false,
            return_type: member.returns,
            exceptions: Vec::new(),
            under_test: is_subject.then_some(MethodId(id.0)),
            is_pure: !is_subject,
            has_namesake: false,
        });
        self.cluster.set_assignability(|types, from, to| {
            from == to || to == TypeTable::OBJECT && !types.is_primitive(from) && from != TypeTable::VOID
        });
        id
    }

    pub(crate) fn callable(&mut self, id: CallableId) -> &mut Callable {
        &mut self.cluster.callables[id.index()]
    }

    /// `new Account(String owner)`
    pub(crate) fn constructor(&mut self) -> CallableId {
        let id = self.add(Member {
            kind: CallableKind::Constructor,
            owner: "demo/Account",
            name: "<init>",
            descriptor: "(Ljava/lang/String;)V",
            is_static: false,
            parameters: vec![TypeTable::STRING],
            returns: self.account,
        });
        self.callable(id).parameter_names = vec![Some("owner".to_owned())];
        id
    }

    /// An instance method of `Account`.
    pub(crate) fn method(
        &mut self,
        name: &str,
        descriptor: &str,
        parameters: &[TypeId],
        returns: TypeId,
    ) -> CallableId {
        self.add(Member {
            kind: CallableKind::Method,
            owner: "demo/Account",
            name,
            descriptor,
            is_static: false,
            parameters: parameters.to_vec(),
            returns,
        })
    }

    /// A static method of `Account`.
    pub(crate) fn static_method(
        &mut self,
        name: &str,
        descriptor: &str,
        parameters: &[TypeId],
        returns: TypeId,
    ) -> CallableId {
        let id = self.method(name, descriptor, parameters, returns);
        let callable = self.callable(id);
        callable.is_static = true;
        callable.receiver = None;
        id
    }

    /// A constant of `java.util.concurrent.TimeUnit`.
    pub(crate) fn time_unit(&mut self, constant: &str) -> CallableId {
        let unit = Type::Class { name: "java/util/concurrent/TimeUnit".into(), arguments: Vec::new() };
        let unit = self.cluster.types.intern(unit, true);
        self.add(Member {
            kind: CallableKind::FieldRead,
            owner: "java/util/concurrent/TimeUnit",
            name: constant,
            descriptor: "Ljava/util/concurrent/TimeUnit;",
            is_static: true,
            parameters: Vec::new(),
            returns: unit,
        })
    }

    pub(crate) fn array_of(&mut self, component: TypeId) -> TypeId {
        self.cluster.types.intern(Type::Array(component), false)
    }
}

pub(crate) fn int() -> TypeId {
    TypeTable::primitive(Primitive::Int)
}

pub(crate) fn boolean() -> TypeId {
    TypeTable::primitive(Primitive::Boolean)
}

pub(crate) fn call(
    callable: CallableId,
    receiver: Option<VariableRef>,
    arguments: &[VariableRef],
) -> Statement {
    Statement::Invoke { callable, receiver, arguments: arguments.iter().copied().collect() }
}

pub(crate) fn value(value: Value) -> Statement {
    Statement::Value(value)
}

pub(crate) fn test_of(statements: Vec<Statement>) -> TestCase {
    TestCase::new(statements)
}

/// JDKs that the tests use.
pub(crate) fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

/// Compiles [`ACCOUNT`] into a class path folder.
pub(crate) fn compile_account(folder: &Path, jdk: &Jdk) -> PathBuf {
    let source = folder.join("Account.java");
    let classes = folder.join("account");
    std::fs::create_dir_all(&classes).unwrap();
    std::fs::write(&source, ACCOUNT).unwrap();
    let status =
        Command::new(jdk.home.join("bin/javac")).arg("-d").arg(&classes).arg(&source).status().unwrap();
    assert!(status.success());
    classes
}
