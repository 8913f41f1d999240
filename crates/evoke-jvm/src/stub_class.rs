//! Writes the class of a stub: fields that the constructor fills, and methods that give them back, give back an argument,
//! compute a polynomial of one, or throw, and that may call something on an argument first. Every call of a method is a step, so that a loop which asks a stub whether to go on
//! ends like any other.

use evoke_analysis::{Callable, CallableId, StubException, StubMethod, StubType, TestCluster};
use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, NewClass, opcode as op};
use evoke_runtime::members::stub_calls::STEP;
use evoke_testcase::{MAX_CALLBACKS, N_SUCCESSIVE, StubCallback, StubInstance, StubReturn};

use crate::recorded_method::push_recording;

/// What of a [`StubInstance`] the class depends on; values are given to its constructor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StubShape {
    /// Whether its calls are recorded.
    records: bool,
    returns: Vec<ReturnShape>,
    callbacks: Vec<CallbackShape>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ReturnShape {
    Value,
    Successive,
    Default,
    Parameter(u8),
    Linear(u8),
    Quadratic(u8),
    Throw(u8),
    Inherited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CallbackShape {
    method: u8,
    parameter: u8,
    callable: CallableId,
}

impl StubShape {
    pub(crate) fn of(instance: &StubInstance, records: bool) -> Self {
        Self {
            records,
            returns: instance.returns.iter().map(ReturnShape::of).collect(),
            callbacks: instance.callbacks.iter().map(CallbackShape::of).collect(),
        }
    }
}

impl CallbackShape {
    fn of(callback: &StubCallback) -> Self {
        let StubCallback { method, parameter, callable, .. } = *callback;
        Self { method, parameter, callable }
    }
}

impl ReturnShape {
    fn of(returned: &StubReturn) -> Self {
        match returned {
            StubReturn::Variable(_) => Self::Value,
            StubReturn::Successive(_) => Self::Successive,
            StubReturn::Default => Self::Default,
            StubReturn::Parameter(parameter) => Self::Parameter(*parameter),
            StubReturn::Polynomial { parameter, coefficients } if coefficients[0] == 0.0 => {
                Self::Linear(*parameter)
            }
            StubReturn::Polynomial { parameter, .. } => Self::Quadratic(*parameter),
            StubReturn::Throw(position) => Self::Throw(*position),
            StubReturn::Inherited => Self::Inherited,
        }
    }
}

/// A class file with the descriptor of its one constructor: the superclass's parameters, then for each method that gives
/// something its value or its coefficients, then for each call on an argument what is passed.
pub(crate) struct StubClass {
    pub(crate) bytes: Vec<u8>,
    pub(crate) constructor: String,
}

/// What the fields of values that are given one after the other are called.
const SUCCESSIVE: [&str; N_SUCCESSIVE] = ["a", "b", "c", "d"];

/// A field and the type of the constructor's parameter that fills it.
#[derive(Clone)]
struct Held {
    name: String,
    descriptor: String,
    ty: FieldType,
}

/// What a method calls on an argument.
#[derive(Clone)]
struct Callback {
    parameter: u8,
    callable: Callable,
    /// The field that counts the calls.
    counter: String,
    /// What is passed.
    arguments: Vec<Held>,
}

/// The class `name` for a stub of this shape. The stub goes with the number that its first method is known by.
pub(crate) fn write(
    name: &str,
    (stub, first_method): (&StubType, u32),
    shape: &StubShape,
    cluster: &TestCluster,
) -> Result<StubClass, RewriteError> {
    let (super_class, interfaces) = if stub.is_interface {
        ("java/lang/Object", vec![stub.class.as_str()])
    } else {
        (stub.class.as_str(), Vec::new())
    };
    let mut class = NewClass::new(name, super_class, &interfaces);
    let (mut held, mut passed) = (Vec::new(), Vec::new());
    let StubShape { records, returns, callbacks } = shape;
    let mut shapes = returns.iter();
    for (index, method) in stub.methods.iter().enumerate() {
        let shape = if method.is_decided() { shapes.next().copied() } else { None };
        if shape == Some(ReturnShape::Inherited) {
            continue;
        }
        let fields = fields(index, method, shape)?;
        let callback = callbacks.iter().find(|it| usize::from(it.method) == index);
        let callback = callback.map(|it| Callback::new(*it, cluster)).transpose()?;
        for descriptor in &method.descriptors {
            let number = first_method + index as u32;
            let recorded = records.then_some(index);
            let body = Body { number, recorded, shape, fields: fields.clone() };
            add_method(&mut class, name, method, descriptor, body)?;
            if let Some(callback) = &callback {
                add_callback(&mut class, name, descriptor, callback)?;
            }
        }
        if let Some(callback) = &callback {
            class.field(&callback.counter, "I");
        }
        held.extend(fields);
        passed.extend(callback.into_iter().flat_map(|callback| callback.arguments));
    }
    if *records && stub.is_interface {
        let overridden: Vec<&StubMethod> = stub
            .decided_methods()
            .zip(returns)
            .filter(|(method, shape)| method.is_optional && **shape != ReturnShape::Inherited)
            .map(|(method, _)| method)
            .collect();
        add_defaults(&mut class, stub, &overridden);
    }
    held.append(&mut passed);
    for field in &held {
        class.field(&field.name, &field.descriptor);
    }
    let constructor = add_constructor(&mut class, name, super_class, &stub.constructor_descriptor, &held)?;
    Ok(StubClass { bytes: class.bytes()?, constructor })
}

/// The fields that a method reads.
fn fields(index: usize, method: &StubMethod, shape: Option<ReturnShape>) -> Result<Vec<Held>, RewriteError> {
    let held = |suffix: &str, ty: FieldType| Held {
        name: format!("v{index}{suffix}"),
        descriptor: ty.to_string(),
        ty,
    };
    Ok(match shape {
        Some(ReturnShape::Value | ReturnShape::Successive) => {
            let descriptor = method.descriptors.first().map_or("()V", String::as_str);
            let returned = MethodDescriptor::parse(descriptor)?.return_type;
            let suffixes: &[&str] = if shape == Some(ReturnShape::Value) { &[""] } else { &SUCCESSIVE };
            let returned = returned.as_ref();
            suffixes.iter().filter_map(|suffix| Some(held(suffix, returned?.clone()))).collect()
        }
        Some(ReturnShape::Linear(_)) => ["b", "c"].map(|name| held(name, FieldType::Double)).to_vec(),
        Some(ReturnShape::Quadratic(_)) => ["a", "b", "c"].map(|name| held(name, FieldType::Double)).to_vec(),
        Some(
            ReturnShape::Default | ReturnShape::Parameter(_) | ReturnShape::Throw(_) | ReturnShape::Inherited,
        )
        | None => Vec::new(),
    })
}

/// What a method does.
struct Body {
    /// Among the methods of all stubs.
    number: u32,
    /// Among those of its class, if its calls are recorded.
    recorded: Option<usize>,
    shape: Option<ReturnShape>,
    /// The fields that it gives, or computes with.
    fields: Vec<Held>,
}

impl Callback {
    fn new(shape: CallbackShape, cluster: &TestCluster) -> Result<Self, RewriteError> {
        let callable = cluster.callable(shape.callable).clone();
        let parameters = MethodDescriptor::parse(&callable.descriptor)?.parameters;
        let arguments = parameters.into_iter().enumerate().map(|(position, ty)| Held {
            name: format!("c{}_{position}", shape.method),
            descriptor: ty.to_string(),
            ty,
        });
        let counter = format!("n{}", shape.method);
        Ok(Self { parameter: shape.parameter, counter, arguments: arguments.collect(), callable })
    }
}

fn add_method(
    class: &mut NewClass,
    name: &str,
    method: &StubMethod,
    descriptor: &str,
    body: Body,
) -> Result<(), RewriteError> {
    let parsed = MethodDescriptor::parse(descriptor)?;
    let thrown = match body.shape {
        Some(ReturnShape::Throw(position)) => method.thrown.get(usize::from(position)).cloned(),
        _ => None,
    };
    let class_name = name.to_owned();
    class.method(&method.name, descriptor, move |code, pool| {
        let Body { number, recorded, shape, fields } = &body;
        let step = pool.add_method_ref(STEP.class, STEP.name, STEP.descriptor)?;
        code.push_int(pool, *number as i32)?;
        code.invoke_static(step);
        if let Some(recorded) = recorded {
            push_recording(code, pool, *recorded, &parsed)?;
        }
        match shape {
            // One that is inherited is not written.
            None | Some(ReturnShape::Inherited) => {}
            Some(ReturnShape::Throw(_)) => {
                return thrown.as_ref().map_or(Ok(()), |exception| push_throw(code, pool, exception));
            }
            Some(ReturnShape::Value) => {
                for field in fields {
                    push_field(code, pool, &class_name, field)?;
                }
            }
            Some(ReturnShape::Default) => push_default(code, parsed.return_type.as_ref()),
            Some(ReturnShape::Successive) => push_next(code, pool, &class_name, fields)?,
            Some(ReturnShape::Parameter(position)) => push_parameter(code, pool, &parsed, *position)?,
            Some(ReturnShape::Linear(position) | ReturnShape::Quadratic(position)) => {
                push_polynomial(code, pool, &class_name, fields, domain_of(&parsed, *position))?;
            }
        }
        code.return_value(parsed.return_type.as_ref());
        Ok(())
    });
    Ok(())
}

/// Has the methods that the interface implements record their calls, and do what they do, but for those that the stub overrides.
fn add_defaults(class: &mut NewClass, stub: &StubType, overridden: &[&StubMethod]) {
    for (index, method) in stub.defaults.iter().enumerate() {
        let descriptor = method.descriptor.to_string();
        let is_same =
            |known: &&StubMethod| known.name == method.name && known.descriptors.contains(&descriptor);
        if overridden.iter().any(is_same) {
            continue;
        }
        let (interface, method) = (stub.class.clone(), method.clone());
        let number = stub.methods.len() + index;
        let name = method.name.clone();
        class.method(&method.name, &descriptor.clone(), move |code, pool| {
            push_recording(code, pool, number, &method.descriptor)?;
            code.load(op::ALOAD, 0);
            let mut slot = 1;
            for parameter in &method.descriptor.parameters {
                code.load_value(parameter, slot);
                slot += parameter.slots();
            }
            code.invoke_special(pool.add_interface_method_ref(interface.as_str(), &name, &descriptor)?);
            code.return_value(method.descriptor.return_type.as_ref());
            Ok(())
        });
    }
}

/// Has the method added last make its call, as long as it was made seldom enough.
fn add_callback(
    class: &mut NewClass,
    name: &str,
    descriptor: &str,
    callback: &Callback,
) -> Result<(), RewriteError> {
    let slot = domain_of(&MethodDescriptor::parse(descriptor)?, callback.parameter);
    let (class_name, counter) = (name.to_owned(), callback.counter.clone());
    let condition = move |code: &mut Assembler, pool: &mut PoolBuilder<'_>| {
        let counter = pool.add_field_ref(&class_name, &counter, "I")?;
        // What is left, then one less of it.
        code.push_int(pool, i32::from(MAX_CALLBACKS))?;
        code.load(op::ALOAD, 0).get_field(counter).plain(op::ISUB, 2, 1);
        code.load(op::ALOAD, 0).load(op::ALOAD, 0).get_field(counter);
        code.plain(op::ICONST_1, 0, 1).plain(op::IADD, 2, 1).put_field(counter);
        Ok(())
    };
    let (class_name, callback) = (name.to_owned(), callback.clone());
    class.guarded(condition, move |code, pool| push_callback(code, pool, &class_name, &callback, slot));
    Ok(())
}

/// Calls the method on the argument at `slot`, and leaves nothing behind.
fn push_callback(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    class: &str,
    callback: &Callback,
    slot: u16,
) -> Result<(), RewriteError> {
    let Callable { owner, owner_is_interface, name, descriptor, .. } = &callback.callable;
    // Of a generic method the descriptor says less than its implementation.
    code.load(op::ALOAD, slot).check_cast(pool.add_class(owner.as_str())?);
    for argument in &callback.arguments {
        push_field(code, pool, class, argument)?;
    }
    if *owner_is_interface {
        code.invoke_interface(pool.add_interface_method_ref(owner.as_str(), name, descriptor)?);
    } else {
        code.invoke_virtual(pool.add_method_ref(owner.as_str(), name, descriptor)?);
    }
    match MethodDescriptor::parse(descriptor)?.return_type.map_or(0, |returned| returned.slots()) {
        0 => {}
        1 => {
            code.pop();
        }
        _ => {
            code.pop2();
        }
    }
    Ok(())
}

fn push_throw(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    exception: &StubException,
) -> Result<(), RewriteError> {
    let class = exception.class.as_str();
    code.new_object(pool.add_class(class)?).dup();
    let descriptor = if exception.takes_text {
        code.load_constant(pool.add_string("")?);
        "(Ljava/lang/String;)V"
    } else {
        "()V"
    };
    code.invoke_special(pool.add_method_ref(class, "<init>", descriptor)?).plain(op::ATHROW, 1, 0);
    Ok(())
}

fn push_field(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    class: &str,
    field: &Held,
) -> Result<(), RewriteError> {
    let reference = pool.add_field_ref(class, &field.name, &field.descriptor)?;
    code.load(op::ALOAD, 0).get_field(reference);
    Ok(())
}

fn push_default(code: &mut Assembler, returned: Option<&FieldType>) {
    match returned {
        None => code,
        Some(FieldType::Long) => code.plain(op::LCONST_0, 0, 2),
        Some(FieldType::Float) => code.plain(op::FCONST_0, 0, 1),
        Some(FieldType::Double) => code.plain(op::DCONST_0, 0, 2),
        Some(FieldType::Object(_) | FieldType::Array(_)) => code.push_null(),
        Some(_) => code.plain(op::ICONST_0, 0, 1),
    };
}

/// Gives the first of the fields and moves the others up, which needs no jump.
fn push_next(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    class: &str,
    fields: &[Held],
) -> Result<(), RewriteError> {
    for field in fields.iter().take(1) {
        push_field(code, pool, class, field)?;
    }
    for pair in fields.windows(2) {
        let to = pool.add_field_ref(class, &pair[0].name, &pair[0].descriptor)?;
        code.load(op::ALOAD, 0);
        push_field(code, pool, class, &pair[1])?;
        code.put_field(to);
    }
    Ok(())
}

fn push_parameter(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    method: &MethodDescriptor,
    position: u8,
) -> Result<(), RewriteError> {
    let Some(parameter) = method.parameters.get(usize::from(position)) else { return Ok(()) };
    code.load(load_opcode(parameter), domain_of(method, position));
    if let Some(returned @ (FieldType::Object(_) | FieldType::Array(_))) = &method.return_type
        && returned != parameter
    {
        let class = match returned {
            FieldType::Object(name) => pool.add_class(name.as_str())?,
            other => pool.add_class(&other.to_string())?,
        };
        code.check_cast(class);
    }
    Ok(())
}

/// Horner's scheme, in the order in which the emitted Java computes it.
fn push_polynomial(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    class: &str,
    fields: &[Held],
    slot: u16,
) -> Result<(), RewriteError> {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            code.load(op::DLOAD, slot).plain(op::DMUL, 4, 2);
        }
        push_field(code, pool, class, field)?;
        if index > 0 {
            code.plain(op::DADD, 4, 2);
        }
    }
    Ok(())
}

/// Fields are filled before the superclass's constructor runs, as `javac` does with what an anonymous class captures.
fn add_constructor(
    class: &mut NewClass,
    name: &str,
    super_class: &str,
    super_descriptor: &str,
    held: &[Held],
) -> Result<String, RewriteError> {
    let mut parsed = MethodDescriptor::parse(super_descriptor)?;
    let inherited = parsed.parameters.clone();
    parsed.parameters.extend(held.iter().map(|held| held.ty.clone()));
    let descriptor = parsed.to_string();
    let (name, super_class) = (name.to_owned(), super_class.to_owned());
    let (super_descriptor, held) = (super_descriptor.to_owned(), held.to_vec());
    class.method("<init>", &descriptor, move |code, pool| {
        let mut slot = 1 + inherited.iter().map(FieldType::slots).sum::<u16>();
        for field in &held {
            let reference = pool.add_field_ref(&name, &field.name, &field.descriptor)?;
            code.load(op::ALOAD, 0).load(load_opcode(&field.ty), slot).put_field(reference);
            slot += field.ty.slots();
        }
        code.load(op::ALOAD, 0);
        let mut slot = 1;
        for parameter in &inherited {
            code.load(load_opcode(parameter), slot);
            slot += parameter.slots();
        }
        let constructor = pool.add_method_ref(&super_class, "<init>", &super_descriptor)?;
        code.invoke_special(constructor).plain(op::RETURN, 0, 0);
        Ok(())
    });
    Ok(descriptor)
}

fn domain_of(method: &MethodDescriptor, position: u8) -> u16 {
    1 + method.parameters.iter().take(usize::from(position)).map(FieldType::slots).sum::<u16>()
}

fn load_opcode(ty: &FieldType) -> u8 {
    match ty {
        FieldType::Long => op::LLOAD,
        FieldType::Float => op::FLOAD,
        FieldType::Double => op::DLOAD,
        FieldType::Object(_) | FieldType::Array(_) => op::ALOAD,
        _ => op::ILOAD,
    }
}
