//! A cluster with every kind of member and type, for tests of what builds and changes tests; and the check that a test is
//! type-correct, written apart from the code it checks.

use evoke_analysis::specimen::Specimen;
use evoke_analysis::{
    Argument, Callable, CallableId, CallableKind, PossibleCallback, Primitive, StubId, StubMethod, StubType,
    TestCluster, Type, TypeCategory, TypeId, TypeTable,
};
use evoke_testcase::{Statement, TestCase, Value, VariableRef};

/// The cluster of a class `Box` with an inner class, and ids the tests ask about.
pub(crate) struct SampleCluster {
    pub(crate) cluster: TestCluster,
    /// The class under test.
    pub(crate) boxes: TypeId,
    /// An interface that nothing gives.
    pub(crate) shape: TypeId,
    /// `void draw(Shape)` of `Box`.
    pub(crate) draw: CallableId,
    /// `static Box first(Box[], Object)`.
    pub(crate) first: CallableId,
}

impl SampleCluster {
    pub(crate) fn new() -> Self {
        let mut sample = Self::empty();
        let int = TypeTable::primitive(Primitive::Int);
        let boxes = sample.boxes;
        let types = &mut sample.cluster.types;
        let ints = types.intern(Type::Array(int), false);
        let box_array = types.intern(Type::Array(boxes), false);
        let inner = types.intern_class("Box$Inner");
        let integer = types.intern_class("java/lang/Integer");

        let new_box = sample.constructor(boxes, vec![int]);
        let of = sample.method(None, vec![TypeTable::STRING], boxes);
        let add = sample.method(Some(boxes), vec![boxes], boxes);
        let size = sample.method(Some(boxes), Vec::new(), int);
        let sum = sample.method(None, vec![ints], int);
        sample.first = sample.method(None, vec![box_array, TypeTable::OBJECT], boxes);
        sample.draw = sample.method(Some(boxes), vec![sample.shape], TypeTable::VOID);
        let new_inner = sample.constructor(inner, vec![boxes, TypeTable::primitive(Primitive::Long)]);
        sample.cluster.callables[new_inner.index()].takes_outer_instance = true;
        let touch = sample.method(Some(inner), vec![TypeTable::CLASS], TypeTable::VOID);
        let unbox = sample.method(Some(boxes), vec![integer], int);
        let write = sample.method(Some(boxes), vec![int], TypeTable::VOID);
        sample.cluster.callables[write.index()].kind = CallableKind::FieldWrite;
        let value_of = sample.method(None, vec![int], integer);

        let cluster = &mut sample.cluster;
        cluster.under_test =
            vec![new_box, of, add, size, sum, sample.first, sample.draw, new_inner, touch, unbox, write];
        cluster.generators.insert(boxes, vec![new_box, of, add]);
        cluster.generators.insert(inner, vec![new_inner]);
        cluster.generators.insert(integer, vec![value_of]);
        cluster.generators.insert(TypeTable::OBJECT, vec![new_box]);
        cluster.modifiers.insert(boxes, vec![add, sample.draw, write]);
        cluster.modifiers.insert(inner, vec![touch]);
        sample.finish()
    }

    /// The same cluster in which a test can implement `Shape`: a function of a number, with a box besides.
    pub(crate) fn with_stub() -> Self {
        let mut sample = Self::new();
        let double = TypeTable::primitive(Primitive::Double);
        let method = |name: &str, parameters: Vec<TypeId>, return_type| StubMethod {
            name: name.to_owned(),
            descriptors: vec![String::new()],
            parameter_names: vec![None; parameters.len()],
            parameters,
            return_type,
            thrown: if return_type == TypeTable::VOID {
                Vec::new()
            } else {
                vec!["java/lang/IllegalStateException".into()]
            },
            exceptions: Vec::new(),
            callbacks: Vec::new(),
            is_generic: false,
            is_optional: false,
        };
        let mut methods = vec![
            method("at", vec![double], double),
            method("reset", Vec::new(), TypeTable::VOID),
            method("box", vec![sample.boxes], sample.boxes),
        ];
        let callable = sample.cluster.modifiers[&sample.boxes][0];
        methods[2].callbacks = vec![PossibleCallback { parameter: 0, callable }];
        sample.cluster.stubs.push(StubType {
            id: StubId(0),
            ty: sample.shape,
            class: "Shape".into(),
            is_interface: true,
            is_functional: false,
            parameters: Vec::new(),
            constructor_descriptor: "()V".to_owned(),
            exceptions: Vec::new(),
            defaults: Vec::new(),
            methods,
        });
        sample.cluster.stubs_by_type.insert(sample.shape, vec![StubId(0)]);
        sample
    }

    /// The same cluster in which a box can be connected to another machine.
    pub(crate) fn with_client() -> Self {
        let mut sample = Self::new();
        let socket = sample.cluster.types.intern_class("java/net/Socket");
        let boxes = sample.boxes;
        let equip = sample.method(Some(boxes), vec![socket], TypeTable::VOID);
        "setSocket".clone_into(&mut sample.cluster.callables[equip.index()].name);
        let connect = sample.method(Some(boxes), vec![TypeTable::STRING], TypeTable::VOID);
        "connect".clone_into(&mut sample.cluster.callables[connect.index()].name);
        sample.cluster.modifiers.entry(boxes).or_default().extend([equip, connect]);
        sample.finish()
    }

    /// A cluster whose only call takes an array of arrays of numbers.
    pub(crate) fn with_matrix() -> Self {
        let mut sample = Self::empty();
        let row = sample.cluster.types.intern(Type::Array(TypeTable::primitive(Primitive::Int)), false);
        let matrix = sample.cluster.types.intern(Type::Array(row), false);
        let takes_matrix = sample.method(None, vec![matrix], TypeTable::VOID);
        sample.cluster.under_test = vec![takes_matrix];
        sample.finish()
    }

    /// A cluster in which a method takes a `Box<String>`, and what gives a `Box` gives a `Box<Shape>`. Gives also the method.
    pub(crate) fn with_raw_type() -> (Self, CallableId) {
        let mut sample = Self::empty();
        let (raw, content) = (sample.boxes, sample.shape);
        let mut box_of = |content| {
            let arguments = vec![Argument::Exact(content)];
            sample.cluster.types.intern(Type::Class { name: "Box".into(), arguments }, false)
        };
        let (of_texts, of_shapes) = (box_of(TypeTable::STRING), box_of(content));
        let give = sample.method(None, Vec::new(), of_shapes);
        let take = sample.method(None, vec![of_texts], TypeTable::VOID);
        sample.cluster.under_test = vec![take];
        sample.cluster.generators.insert(raw, vec![give]);
        let mut sample = sample.finish();
        let is_box = move |ty| ty == raw || ty == of_texts || ty == of_shapes;
        sample.cluster.set_assignability(|_, from, to| {
            from == to || is_box(from) && is_box(to) && (from == raw || to == raw)
        });
        (sample, take)
    }

    /// A cluster in which nothing but a call that is declared to give a `Shape` gives a `Box`, which has a method and is taken by another one.
    /// Gives also the call.
    pub(crate) fn with_wider_generator() -> (Self, CallableId) {
        let mut sample = Self::empty();
        let (boxes, shape) = (sample.boxes, sample.shape);
        let make = sample.method(None, Vec::new(), shape);
        let size = sample.method(Some(boxes), Vec::new(), TypeTable::primitive(Primitive::Int));
        let take = sample.method(None, vec![boxes], TypeTable::VOID);
        let mut sample = sample.finish();
        let cluster = &mut sample.cluster;
        cluster.under_test = vec![size, take];
        cluster.wider_generators.insert(boxes, vec![make]);
        cluster.set_assignability(|_, from, to| from == to || from == boxes && to == shape);
        cluster.set_narrower();
        (sample, make)
    }

    /// A cluster in which one method takes any object, another one a `First`, and a third one, which comes before the constructors, gives one;
    /// `First` and `Second` are specimens. Gives also the methods.
    pub(crate) fn with_specimens() -> (Self, [CallableId; 3]) {
        let mut sample = Self::empty();
        let specimens = ["First", "Second"].map(|name| sample.cluster.types.intern_class(name));
        let take_any = sample.method(None, vec![TypeTable::OBJECT], TypeTable::VOID);
        let take_first = sample.method(None, vec![specimens[0]], TypeTable::VOID);
        let read = sample.method(Some(sample.boxes), vec![TypeTable::STRING], specimens[0]);
        sample.cluster.under_test = vec![take_any, take_first, read];
        for (ty, name) in specimens.into_iter().zip(["First", "Second"]) {
            let constructor = sample.constructor(ty, Vec::new());
            sample.cluster.generators.insert(ty, vec![constructor]);
            sample.cluster.specimens.push(Specimen {
                name: name.into(),
                simple_name: name.to_owned(),
                is_public: true,
                is_interface: false,
                extends: Vec::new(),
                annotations: Vec::new(),
                properties: Vec::new(),
            });
        }
        (sample.finish(), [take_any, take_first, read])
    }

    /// A `Box` whose only constructor takes a `Box`.
    pub(crate) fn with_only_recursive_generators() -> Self {
        let mut sample = Self::empty();
        let boxes = sample.boxes;
        let new_box = sample.constructor(boxes, vec![boxes, boxes]);
        sample.cluster.under_test = vec![new_box];
        sample.cluster.generators.insert(boxes, vec![new_box]);
        sample.finish()
    }

    fn empty() -> Self {
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        let boxes = cluster.types.intern_class("Box");
        let shape = cluster.types.intern_class("Shape");
        Self { cluster, boxes, shape, draw: CallableId(0), first: CallableId(0) }
    }

    /// Everything that is not primitive is an `Object`.
    pub(crate) fn finish(mut self) -> Self {
        self.cluster.set_assignability(|types, from, to| {
            from == to || (to == TypeTable::OBJECT && from != TypeTable::VOID && !types.is_primitive(from))
        });
        let literals = [TypeTable::STRING, self.boxes, self.shape];
        self.cluster.set_class_literals(&literals);
        self
    }

    fn constructor(&mut self, of: TypeId, parameters: Vec<TypeId>) -> CallableId {
        let id = self.method(None, parameters, of);
        let callable = &mut self.cluster.callables[id.index()];
        callable.kind = CallableKind::Constructor;
        callable.is_static = false;
        id
    }

    fn method(
        &mut self,
        receiver: Option<TypeId>,
        parameters: Vec<TypeId>,
        return_type: TypeId,
    ) -> CallableId {
        let id = CallableId(self.cluster.callables.len() as u32);
        self.cluster.callables.push(Callable {
            id,
            kind: CallableKind::Method,
            owner: "Box".into(),
            owner_is_interface: false,
            name: format!("m{}", id.0),
            descriptor: String::new(),
            is_static: receiver.is_none(),
            is_varargs: false,
            receiver,
            parameter_names: vec![None; parameters.len()],
            parameters,
            takes_outer_instance: false,
            return_type,
            exceptions: Vec::new(),
            under_test: None,
            is_pure: false,
            has_namesake: false,
        });
        id
    }
}

/// Fails unless every reference of the test points to an earlier variable of a type that fits.
pub(crate) fn assert_type_correct(test: &TestCase, cluster: &TestCluster) {
    for (position, statement) in test.statements().iter().enumerate() {
        let check = |variable: VariableRef, wanted: TypeId, nullable: bool| {
            assert!(variable.index() < position, "reads ahead at {position}: {test:?}");
            let definition = test.definition(variable);
            let ty = definition.defined_type(cluster).expect("a variable");
            assert!(cluster.is_assignable(ty, wanted), "wrong type at {position}: {test:?}");
            let is_null = matches!(definition, Statement::Value(Value::Null(_)));
            assert!(nullable || !is_null, "null at {position}: {test:?}");
        };
        match statement {
            Statement::Value(_) | Statement::NewArray { .. } => {}
            Statement::Invoke { callable, receiver, arguments } => {
                let callable = cluster.callable(*callable);
                assert_eq!(receiver.is_some(), callable.receiver.is_some());
                assert_eq!(arguments.len(), callable.parameters.len());
                for (variable, ty) in receiver.iter().zip(&callable.receiver) {
                    check(*variable, *ty, false);
                }
                for (index, (variable, ty)) in arguments.iter().zip(&callable.parameters).enumerate() {
                    check(*variable, *ty, index > 0 || !callable.takes_outer_instance);
                }
            }
            Statement::Stub(instance) => {
                let stub = cluster.stub(instance.stub);
                for (argument, parameter) in instance.arguments.iter().zip(&stub.parameters) {
                    check(*argument, *parameter, true);
                }
                for (returned, method) in instance.returns.iter().zip(stub.decided_methods()) {
                    for variable in returned.variables() {
                        check(*variable, method.return_type, true);
                    }
                }
            }
            Statement::WriteElement { array, index, value } => {
                let Statement::NewArray { array_type, length } = test.definition(*array) else {
                    panic!("writes to what is no new array at {position}: {test:?}");
                };
                assert!(index < length, "writes outside at {position}: {test:?}");
                let TypeCategory::Array(component) = cluster.types.category(*array_type) else {
                    panic!("no array type at {position}: {test:?}");
                };
                check(*value, component, true);
            }
        }
    }
}

/// A call by the positions of what it refers to.
pub(crate) fn call(callable: CallableId, receiver: Option<u32>, arguments: &[u32]) -> Statement {
    Statement::Invoke {
        callable,
        receiver: receiver.map(VariableRef),
        arguments: arguments.iter().map(|argument| VariableRef(*argument)).collect(),
    }
}
