//! Specimens as class files, together with an empty one in place of the suite that they are nested in.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{
    ClassName, FieldType, InnerClass, MemberAttributes, NewClass, TypeSignature, access, opcode as op,
};

use super::specimen_class::{Argument, DeclaredMethod, Filling, Property, PropertyKind, Specimen};

const OBJECT: &str = "java/lang/Object";
/// What getters and setters throw that do nothing else.
pub const ACCESSORS_THROW: &str = "java/lang/IllegalStateException";

/// The class files of the specimens, the class around them first; nothing where there are no specimens.
///
/// # Errors
/// When a class is too large for its format.
pub fn class_files(specimens: &[Specimen]) -> Result<Vec<(ClassName, Vec<u8>)>, RewriteError> {
    let Some(suite) = specimens.first().map(suite_of) else { return Ok(Vec::new()) };
    let mut around = NewClass::new(suite.as_str(), OBJECT, &[]);
    around.declare(0);
    for specimen in specimens {
        around.inner_class(row(specimen));
    }
    let mut files = vec![(suite, around.bytes()?)];
    for specimen in specimens {
        files.push((specimen.name.clone(), bytes(specimen)?));
    }
    Ok(files)
}

/// The class around it.
fn suite_of(specimen: &Specimen) -> ClassName {
    let name = specimen.name.as_str();
    ClassName::new(name.rsplit_once('$').map_or(name, |(suite, _)| suite))
}

fn row(specimen: &Specimen) -> InnerClass {
    InnerClass {
        name: specimen.name.clone(),
        outer: Some(suite_of(specimen)),
        simple_name: Some(specimen.simple_name.clone()),
        access_flags: access::STATIC | own_flags(specimen),
    }
}

fn own_flags(specimen: &Specimen) -> u16 {
    let visibility = if specimen.is_public { access::PUBLIC } else { 0 };
    visibility | if specimen.is_interface { access::INTERFACE | access::ABSTRACT } else { 0 }
}

fn bytes(specimen: &Specimen) -> Result<Vec<u8>, RewriteError> {
    let name = specimen.name.as_str();
    let extends: Vec<&str> = specimen.extends.iter().map(ClassName::as_str).collect();
    let mut class = NewClass::new(name, OBJECT, &extends);
    class.declare(own_flags(specimen));
    class.inner_class(row(specimen));
    class.annotate(&specimen.annotations);
    if specimen.is_interface {
        for method in specimen.declared_methods() {
            declare(&mut class, specimen, &method);
        }
        return class.bytes();
    }
    for property in &specimen.properties {
        let ty = field_type(specimen, property.kind);
        let visibility = if property.is_private { access::PRIVATE } else { access::PUBLIC };
        let flags = visibility | if property.is_transient { access::TRANSIENT } else { 0 };
        let attributes =
            MemberAttributes { signature: signature(property.kind), annotations: property.field.clone() };
        class.declare_field(flags, property.kind.name(), &ty.to_string(), attributes);
    }
    let (owner, properties) = (specimen.clone(), specimen.properties.clone());
    class.method("<init>", "()V", move |code, pool| {
        let constructor = pool.add_method_ref(OBJECT, "<init>", "()V")?;
        code.load(op::ALOAD, 0).invoke_special(constructor);
        for property in properties.iter().filter(|property| property.is_filled) {
            push_filling(code, pool, &owner, property)?;
        }
        code.plain(op::RETURN, 0, 0);
        Ok(())
    });
    for property in specimen.properties.iter().filter(|property| property.is_private) {
        add_accessors(&mut class, specimen, property);
    }
    class.bytes()
}

/// Declares a method of an interface.
fn declare(class: &mut NewClass, specimen: &Specimen, method: &DeclaredMethod) {
    let erased = |kind: &PropertyKind| field_type(specimen, *kind).to_string();
    let generic = |kind: &PropertyKind| signature(*kind).unwrap_or_else(|| erased(kind));
    let spelt = |spell: &dyn Fn(&PropertyKind) -> String| {
        let parameters: String = method.parameters.iter().map(spell).collect();
        format!("({parameters}){}", method.result.as_ref().map_or("V".to_owned(), spell))
    };
    let (descriptor, signature) = (spelt(&erased), spelt(&generic));
    let signature = (signature != descriptor).then_some(signature);
    class.declare_abstract(
        &method.name,
        &descriptor,
        MemberAttributes { signature, annotations: Vec::new() },
    );
}

/// Stores what a new object holds, if its kind holds anything.
fn push_filling(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    specimen: &Specimen,
    property: &Property,
) -> Result<(), RewriteError> {
    let descriptor = field_type(specimen, property.kind).to_string();
    let field = pool.add_field_ref(specimen.name.as_str(), property.kind.name(), &descriptor)?;
    let Some(filling) = property.kind.filling() else { return Ok(()) };
    code.load(op::ALOAD, 0);
    match filling {
        Filling::Name => {
            let text = pool.add_string(property.kind.name())?;
            code.load_constant(text);
        }
        Filling::New(class) => {
            let constructor = pool.add_method_ref(class, "<init>", "()V")?;
            let class = pool.add_class(class)?;
            code.new_object(class).dup().invoke_special(constructor);
        }
        Filling::Constant(name) => {
            let class = property.kind.class().unwrap_or(OBJECT);
            let constant = pool.add_field_ref(class, name, &descriptor)?;
            code.get_static(constant);
        }
    }
    code.put_field(field);
    Ok(())
}

fn add_accessors(class: &mut NewClass, specimen: &Specimen, property: &Property) {
    let ty = field_type(specimen, property.kind);
    let (owner, name, descriptor) = (specimen.name.clone(), property.kind.name(), ty.to_string());
    let generic = signature(property.kind);
    let attributes = MemberAttributes {
        signature: generic.as_ref().map(|signature| format!("(){signature}")),
        annotations: property.getter.clone(),
    };
    let (load, give) = opcodes(&ty);
    let (slots, throws) = (ty.slots(), property.accessors_throw);
    let (of_getter, of_setter) = ((owner.clone(), descriptor.clone()), (owner, descriptor.clone()));
    class.declare_method(
        &property.getter_name(),
        &format!("(){descriptor}"),
        attributes,
        move |code, pool| {
            if throws {
                return throw(code, pool, name);
            }
            let field = pool.add_field_ref(of_getter.0.as_str(), name, &of_getter.1)?;
            code.load(op::ALOAD, 0).get_field(field).plain(give, slots, 0);
            Ok(())
        },
    );
    let attributes = MemberAttributes {
        signature: generic.map(|signature| format!("({signature})V")),
        annotations: property.setter.clone(),
    };
    class.declare_method(
        &property.setter_name(),
        &format!("({descriptor})V"),
        attributes,
        move |code, pool| {
            if throws {
                return throw(code, pool, name);
            }
            let field = pool.add_field_ref(of_setter.0.as_str(), name, &of_setter.1)?;
            code.load(op::ALOAD, 0).load(load, 1).put_field(field).plain(op::RETURN, 0, 0);
            Ok(())
        },
    );
}

/// Throws what accessors throw that do nothing else.
fn throw(code: &mut Assembler, pool: &mut PoolBuilder<'_>, message: &str) -> Result<(), RewriteError> {
    let constructor = pool.add_method_ref(ACCESSORS_THROW, "<init>", "(Ljava/lang/String;)V")?;
    let (class, text) = (pool.add_class(ACCESSORS_THROW)?, pool.add_string(message)?);
    code.new_object(class).dup().load_constant(text).invoke_special(constructor).plain(op::ATHROW, 1, 0);
    Ok(())
}

fn opcodes(ty: &FieldType) -> (u8, u8) {
    match ty {
        FieldType::Long => (op::LLOAD, op::LRETURN),
        FieldType::Double => (op::DLOAD, op::DRETURN),
        FieldType::Float => (op::FLOAD, op::FRETURN),
        FieldType::Object(_) | FieldType::Array(_) => (op::ALOAD, op::ARETURN),
        _ => (op::ILOAD, op::IRETURN),
    }
}

fn field_type(specimen: &Specimen, kind: PropertyKind) -> FieldType {
    match kind {
        PropertyKind::Int => FieldType::Int,
        PropertyKind::Boolean => FieldType::Boolean,
        PropertyKind::Double => FieldType::Double,
        PropertyKind::Long => FieldType::Long,
        PropertyKind::Char => FieldType::Char,
        PropertyKind::Byte => FieldType::Byte,
        PropertyKind::Short => FieldType::Short,
        PropertyKind::Float => FieldType::Float,
        PropertyKind::Texts => FieldType::Array(Box::new(FieldType::Object("java/lang/String".into()))),
        PropertyKind::Own => FieldType::Object(specimen.name.clone()),
        _ => FieldType::Object(kind.class().unwrap_or(OBJECT).into()),
    }
}

/// The generic type, where it is one.
fn signature(kind: PropertyKind) -> Option<String> {
    let argument = |it: &Argument| format!("{}L{};", if it.is_bound { "+" } else { "" }, it.class);
    let arguments: String = kind.type_arguments().iter().map(argument).collect();
    let class = kind.class().filter(|_| !arguments.is_empty())?;
    let signature = format!("L{class}<{arguments}>;");
    debug_assert!(TypeSignature::parse(&signature).is_ok());
    Some(signature)
}
