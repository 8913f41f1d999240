//! A small cluster around `demo.Box`, with one of everything that a test can refer to.

use evoke_analysis::{
    Argument, Callable, CallableId, CallableKind, Primitive, StubId, StubMethod, StubType, TestCluster, Type,
    TypeId, TypeTable,
};

/// The cluster and its ids.
pub(crate) struct SampleCluster {
    pub(crate) cluster: TestCluster,
    pub(crate) boxes: TypeId,
    pub(crate) box_array: TypeId,
    /// A subclass of `Box`, which only a run shows a `Box` to be.
    pub(crate) crate_type: TypeId,
    /// Not accessible from the package of the tests.
    pub(crate) hidden: TypeId,
    /// `new Box(int)`
    pub(crate) new_box: CallableId,
    /// `Box Box.add(Box)`
    pub(crate) add: CallableId,
    /// `void Box.clear()`
    pub(crate) clear: CallableId,
    /// `new Box.Lid()` of an inner class.
    pub(crate) new_lid: CallableId,
    /// `void Crate.nail()`
    pub(crate) nail: CallableId,
    /// `static void Box.check(Class<?>)`
    pub(crate) check: CallableId,
    /// `boolean List<String>.add(String)`
    pub(crate) add_text: CallableId,
    /// The field `Box.ONE`.
    pub(crate) one: CallableId,
    /// A write of the field `Box.size`.
    pub(crate) size: CallableId,
}

impl SampleCluster {
    pub(crate) fn new() -> Self {
        let int = TypeTable::primitive(Primitive::Int);
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        let types = &mut cluster.types;
        let boxes = types.intern_class("demo/Box");
        let crate_type = types.intern_class("demo/Crate");
        let lid = types.intern_class("demo/Box$Lid");
        let hidden = types.intern_class("other/Hidden");
        let box_array = types.intern(Type::Array(boxes), false);
        let strings = vec![Argument::Exact(TypeTable::STRING)];
        let texts = types.intern(Type::Class { name: "java/util/List".into(), arguments: strings }, false);
        let shape = types.intern_class("demo/Shape");
        let void = TypeTable::VOID;
        let boolean = TypeTable::primitive(Primitive::Boolean);
        let mut add = |path: &str, descriptor: &str, receiver, parameters: Vec<TypeId>, gives| {
            push(&mut cluster, path, descriptor, receiver, parameters, gives)
        };
        let new_box = add("demo/Box.<init>", "(I)V", None, vec![int], boxes);
        let add_box = add("demo/Box.add", "(Ldemo/Box;)Ldemo/Box;", Some(boxes), vec![boxes], boxes);
        let clear = add("demo/Box.clear", "()V", Some(boxes), Vec::new(), void);
        let new_lid = add("demo/Box$Lid.<init>", "(Ldemo/Box;)V", None, vec![boxes], lid);
        let nail = add("demo/Crate.nail", "()V", Some(crate_type), Vec::new(), void);
        let check = add("demo/Box.check", "(Ljava/lang/Class;)V", None, vec![TypeTable::CLASS], void);
        let text = vec![TypeTable::STRING];
        let add_text = add("java/util/List.add", "(Ljava/lang/Object;)Z", Some(texts), text, boolean);
        let one = add("demo/Box.ONE", "Ldemo/Box;", None, Vec::new(), boxes);
        let size = add("demo/Box.size", "I", Some(boxes), vec![int], void);
        cluster.callables[new_lid.index()].takes_outer_instance = true;
        cluster.callables[one.index()].kind = CallableKind::FieldRead;
        cluster.callables[size.index()].kind = CallableKind::FieldWrite;
        cluster.modifiers.insert(crate_type, vec![nail]);
        cluster.stubs.push(shape_stub(shape, boxes));
        finish(&mut cluster, (boxes, crate_type), &[TypeTable::STRING, boxes, crate_type, lid, shape]);
        Self {
            cluster,
            boxes,
            box_array,
            crate_type,
            hidden,
            new_box,
            add: add_box,
            clear,
            new_lid,
            nail,
            check,
            add_text,
            one,
            size,
        }
    }

    /// A static method that takes strings; `path` is its class and name.
    pub(crate) fn add_static(
        &mut self,
        path: &str,
        descriptor: &str,
        n_strings: usize,
        gives: TypeId,
    ) -> CallableId {
        push(&mut self.cluster, path, descriptor, None, vec![TypeTable::STRING; n_strings], gives)
    }
}

/// A method, or a constructor if it is called so, that is static without a receiver.
fn push(
    cluster: &mut TestCluster,
    path: &str,
    descriptor: &str,
    receiver: Option<TypeId>,
    parameters: Vec<TypeId>,
    return_type: TypeId,
) -> CallableId {
    let id = CallableId(cluster.callables.len() as u32);
    let (owner, name) = path.split_once('.').unwrap();
    let is_constructor = name == "<init>";
    cluster.callables.push(Callable {
        id,
        kind: if is_constructor { CallableKind::Constructor } else { CallableKind::Method },
        owner: owner.into(),
        owner_is_interface: false,
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        is_static: receiver.is_none() && !is_constructor,
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

/// `Shape`: a function of a number, one that gives a box, and one that gives nothing.
fn shape_stub(shape: TypeId, boxes: TypeId) -> StubType {
    let double = TypeTable::primitive(Primitive::Double);
    let method = |name: &str, descriptor: &str, parameters: Vec<TypeId>, return_type| StubMethod {
        name: name.to_owned(),
        descriptors: vec![descriptor.to_owned()],
        parameter_names: vec![None; parameters.len()],
        parameters,
        return_type,
        thrown: if return_type == TypeTable::VOID {
            Vec::new()
        } else {
            vec!["java/lang/IllegalStateException".into(), "java/lang/SecurityException".into()]
        },
        exceptions: Vec::new(),
        callbacks: Vec::new(),
        is_generic: false,
        is_optional: false,
    };
    StubType {
        id: StubId(0),
        ty: shape,
        class: "demo/Shape".into(),
        is_interface: true,
        is_functional: false,
        parameters: Vec::new(),
        constructor_descriptor: "()V".to_owned(),
        exceptions: Vec::new(),
        defaults: Vec::new(),
        methods: vec![
            method("at", "(D)D", vec![double], double),
            method("reset", "()V", Vec::new(), TypeTable::VOID),
            method("pick", "(Ldemo/Box;)Ldemo/Box;", vec![boxes], boxes),
        ],
    }
}

/// A crate is a box, everything that is not primitive is an object.
fn finish(cluster: &mut TestCluster, (boxes, crate_type): (TypeId, TypeId), literals: &[TypeId]) {
    cluster.set_assignability(|types, from, to| {
        let is_object = to == TypeTable::OBJECT && from != TypeTable::VOID && !types.is_primitive(from);
        from == to && from != TypeTable::VOID || is_object || from == crate_type && to == boxes
    });
    let mut literals = literals.to_vec();
    literals.sort_unstable();
    cluster.set_class_literals(&literals);
    cluster.set_narrower();
}
