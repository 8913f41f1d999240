//! A small cluster around `demo.Account`, for tests of what comes after the search. No class file is behind it.

use evoke_analysis::{
    Callable, CallableId, CallableKind, MethodId, Primitive, StubId, StubMethod, StubType, TestCluster, Type,
    TypeId, TypeTable,
};
use evoke_testcase::{
    Aspect, JavaString, Observation, ObservedValue, Statement, TestCase, Value, VariableRef,
};

/// The cluster under construction.
pub struct Demo {
    /// What tests can call so far.
    pub cluster: TestCluster,
    /// The type `demo.Account`.
    pub account: TypeId,
}

/// How a callable of the demo differs from a public instance method of `Account` without anything special.
pub struct Member<'a> {
    /// What it is.
    pub kind: CallableKind,
    /// Class that declares it.
    pub owner: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Whether it needs no object.
    pub is_static: bool,
    /// Types of its parameters.
    pub parameters: Vec<TypeId>,
    /// Type of what it gives.
    pub returns: TypeId,
}

impl Demo {
    /// A cluster without members.
    #[expect(clippy::new_without_default, reason = "nothing asks for a default of a fixture")]
    pub fn new() -> Self {
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        let account = cluster.types.intern_class("demo/Account");
        Self { cluster, account }
    }

    /// Adds an interface for stubs with these methods, none of which takes anything.
    pub fn interface(&mut self, name: &str, methods: &[(&str, TypeId)]) -> StubId {
        let id = StubId(self.cluster.stubs.len() as u32);
        let method = |(name, return_type): &(&str, TypeId)| StubMethod {
            name: (*name).to_owned(),
            descriptors: Vec::new(),
            parameters: Vec::new(),
            parameter_names: Vec::new(),
            return_type: *return_type,
            thrown: if *return_type == TypeTable::VOID {
                Vec::new()
            } else {
                vec!["java/lang/IllegalStateException".into()]
            },
            exceptions: Vec::new(),
            callbacks: Vec::new(),
            is_generic: false,
            is_optional: false,
        };
        self.cluster.stubs.push(StubType {
            id,
            ty: self.cluster.types.intern_class(name),
            class: name.into(),
            is_interface: true,
            is_functional: false,
            parameters: Vec::new(),
            constructor_descriptor: "()V".to_owned(),
            exceptions: Vec::new(),
            methods: methods.iter().map(method).collect(),
            defaults: Vec::new(),
        });
        id
    }

    /// Adds a member.
    pub fn add(&mut self, member: Member<'_>) -> CallableId {
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

    /// A member, to be changed.
    pub fn callable(&mut self, id: CallableId) -> &mut Callable {
        &mut self.cluster.callables[id.index()]
    }

    /// `new Account(String owner)`
    pub fn constructor(&mut self) -> CallableId {
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
    pub fn method(
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
    pub fn static_method(
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

    /// A static method of a class that only the search has: its class, name and descriptor. Such methods make or read files.
    pub fn search_method(
        &mut self,
        (owner, name, descriptor): (&str, &str, &str),
        parameters: &[TypeId],
        returns: TypeId,
    ) -> CallableId {
        let id = self.add(Member {
            kind: CallableKind::Method,
            owner,
            name,
            descriptor,
            is_static: true,
            parameters: parameters.to_vec(),
            returns,
        });
        self.callable(id).is_pure = false;
        id
    }

    /// A constant of `java.util.concurrent.TimeUnit`.
    pub fn time_unit(&mut self, constant: &str) -> CallableId {
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

    /// The type of arrays of a type.
    pub fn array_of(&mut self, component: TypeId) -> TypeId {
        self.cluster.types.intern(Type::Array(component), false)
    }
}

/// `int`
pub fn int() -> TypeId {
    TypeTable::primitive(Primitive::Int)
}

/// `boolean`
pub fn boolean() -> TypeId {
    TypeTable::primitive(Primitive::Boolean)
}

/// A call of a member.
pub fn call(callable: CallableId, receiver: Option<VariableRef>, arguments: &[VariableRef]) -> Statement {
    Statement::Invoke { callable, receiver, arguments: arguments.iter().copied().collect() }
}

/// A literal.
pub fn value(value: Value) -> Statement {
    Statement::Value(value)
}

/// A test of these statements.
pub fn test_of(statements: Vec<Statement>) -> TestCase {
    TestCase::new(statements)
}

/// A test that deposits money, and what can be asked afterwards.
pub struct DepositWorld {
    /// Has all members that the test calls.
    pub demo: Demo,
    /// `int getBalance()`
    pub balance: CallableId,
    /// `String getOwner()`
    pub owner: CallableId,
    /// `new Account("Ann").deposit(7)`; account and result are variables 1 and 3.
    pub test: TestCase,
}

impl DepositWorld {
    /// See the type.
    #[expect(clippy::new_without_default, reason = "nothing asks for a default of a fixture")]
    pub fn new() -> Self {
        let mut demo = Demo::new();
        let constructor = demo.constructor();
        let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
        let balance = demo.method("getBalance", "()I", &[], int());
        let owner = demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
        let test = test_of(vec![
            value(Value::String("Ann".into())),
            call(constructor, None, &[VariableRef(0)]),
            value(Value::Int(7)),
            call(deposit, Some(VariableRef(1)), &[VariableRef(2)]),
        ]);
        Self { demo, balance, owner, test }
    }
}

/// What a variable showed, itself or asked by an inspector.
pub fn seen(variable: u32, inspector: Option<CallableId>, value: ObservedValue) -> Observation {
    let aspect = inspector.map_or(Aspect::Result, Aspect::Inspector);
    Observation { variable: VariableRef(variable), aspect, value }
}

/// A string that was seen.
pub fn string(text: &str) -> ObservedValue {
    ObservedValue::String(JavaString::from(text))
}
