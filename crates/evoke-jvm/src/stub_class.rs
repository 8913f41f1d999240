//! Writes the class of a stub: fields that the constructor fills, and methods that give them back, give back an argument,
//! compute a polynomial of one, or throw. Every call of a method is a step, so that a loop which asks a stub whether to go on
//! ends like any other.

use evoke_analysis::{StubMethod, StubType, TypeTable};
use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, NewClass, opcode as op};
use evoke_runtime::members::tracer::STEP;
use evoke_testcase::StubReturn;

/// What of a [`StubReturn`] the class depends on; values are given to its constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReturnShape {
    Value,
    Parameter(u8),
    Linear(u8),
    Quadratic(u8),
    Throw,
}

impl ReturnShape {
    pub(crate) fn of(returned: &StubReturn) -> Self {
        match returned {
            StubReturn::Variable(_) => Self::Value,
            StubReturn::Parameter(parameter) => Self::Parameter(*parameter),
            StubReturn::Polynomial { parameter, coefficients } if coefficients[0] == 0.0 => {
                Self::Linear(*parameter)
            }
            StubReturn::Polynomial { parameter, .. } => Self::Quadratic(*parameter),
            StubReturn::Throw => Self::Throw,
        }
    }
}

/// A class file with the descriptor of its one constructor: the superclass's parameters, then for each method that gives
/// something its value or its coefficients.
pub(crate) struct StubClass {
    pub(crate) bytes: Vec<u8>,
    pub(crate) constructor: String,
}

/// A field and the type of the constructor's parameter that fills it.
#[derive(Clone)]
struct Held {
    name: String,
    descriptor: String,
    ty: FieldType,
}

/// The class `name` for a stub whose methods give values of these shapes.
pub(crate) fn write(name: &str, stub: &StubType, shapes: &[ReturnShape]) -> Result<StubClass, RewriteError> {
    let (super_class, interfaces) = if stub.is_interface {
        ("java/lang/Object", vec![stub.class.as_str()])
    } else {
        (stub.class.as_str(), Vec::new())
    };
    let mut class = NewClass::new(name, super_class, &interfaces);
    let mut held = Vec::new();
    let mut shapes = shapes.iter();
    for (index, method) in stub.methods.iter().enumerate() {
        let gives = method.return_type != TypeTable::VOID;
        let shape = if gives { shapes.next().copied() } else { None };
        let fields = fields(index, method, shape)?;
        for field in &fields {
            class.field(&field.name, &field.descriptor);
        }
        for descriptor in &method.descriptors {
            add_method(&mut class, name, method, descriptor, shape, &fields)?;
        }
        held.extend(fields);
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
        Some(ReturnShape::Value) => {
            let descriptor = method.descriptors.first().map_or("()V", String::as_str);
            let returned = MethodDescriptor::parse(descriptor)?.return_type;
            returned.into_iter().map(|ty| held("", ty)).collect()
        }
        Some(ReturnShape::Linear(_)) => ["b", "c"].map(|name| held(name, FieldType::Double)).to_vec(),
        Some(ReturnShape::Quadratic(_)) => ["a", "b", "c"].map(|name| held(name, FieldType::Double)).to_vec(),
        Some(ReturnShape::Parameter(_) | ReturnShape::Throw) | None => Vec::new(),
    })
}

fn add_method(
    class: &mut NewClass,
    name: &str,
    method: &StubMethod,
    descriptor: &str,
    shape: Option<ReturnShape>,
    fields: &[Held],
) -> Result<(), RewriteError> {
    let parsed = MethodDescriptor::parse(descriptor)?;
    let (class_name, fields, thrown) = (name.to_owned(), fields.to_vec(), method.thrown.clone());
    class.method(&method.name, descriptor, move |code, pool| {
        let step = pool.add_method_ref(STEP.class, STEP.name, STEP.descriptor)?;
        code.invoke_static(step);
        match shape {
            None => {}
            Some(ReturnShape::Throw) => return push_throw(code, pool, thrown.as_str()),
            Some(ReturnShape::Value) => {
                for field in &fields {
                    push_field(code, pool, &class_name, field)?;
                }
            }
            Some(ReturnShape::Parameter(position)) => push_parameter(code, pool, &parsed, position)?,
            Some(ReturnShape::Linear(position) | ReturnShape::Quadratic(position)) => {
                push_polynomial(code, pool, &class_name, &fields, domain_of(&parsed, position))?;
            }
        }
        push_return(code, parsed.return_type.as_ref());
        Ok(())
    });
    Ok(())
}

fn push_throw(code: &mut Assembler, pool: &mut PoolBuilder<'_>, class: &str) -> Result<(), RewriteError> {
    let constructor = pool.add_method_ref(class, "<init>", "()V")?;
    code.new_object(pool.add_class(class)?).dup().invoke_special(constructor).plain(op::ATHROW, 1, 0);
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

fn push_return(code: &mut Assembler, returned: Option<&FieldType>) {
    match returned {
        None => code.plain(op::RETURN, 0, 0),
        Some(FieldType::Long) => code.plain(op::LRETURN, 2, 0),
        Some(FieldType::Float) => code.plain(op::FRETURN, 1, 0),
        Some(FieldType::Double) => code.plain(op::DRETURN, 2, 0),
        Some(FieldType::Object(_) | FieldType::Array(_)) => code.plain(op::ARETURN, 1, 0),
        Some(_) => code.plain(op::IRETURN, 1, 0),
    };
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
