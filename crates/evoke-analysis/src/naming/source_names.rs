//! Methods, types and lines as their source names them.

use evoke_classfile::{ClassFile, ClassName, FieldType, Method, access};

/// `Fraction.java:142`, or the source file alone where the line is not known.
pub(crate) fn source_location(class: &ClassFile, line: Option<u16>) -> String {
    let file = class.source_file.clone().unwrap_or_else(|| class.name.simple_binary().to_owned());
    match line {
        Some(line) => format!("{file}:{line}"),
        None => file,
    }
}

/// `Fraction.getNumerator()`, `Fraction(int, int)`, `Outer.Inner.run(String[])`.
pub(crate) fn method(class: &ClassFile, method: &Method) -> String {
    let class_name = source_name(&class.name);
    if method.name == "<clinit>" {
        return format!("{class_name} static initializer");
    }
    if let Some(lambda) = method.name.strip_prefix("lambda$").filter(|_| is_synthetic(method)) {
        let enclosing = lambda.split('$').next().unwrap_or_default();
        return format!("{class_name}.{enclosing} lambda");
    }
    // Constructors of enums take name and position first.
    let hidden = if method.name == "<init>" && class.access_flags & access::ENUM != 0 { 2 } else { 0 };
    let parameters: Vec<String> = method.descriptor.parameters.iter().skip(hidden).map(type_name).collect();
    let parameters = parameters.join(", ");
    match method.name.as_str() {
        "<init>" => format!("{class_name}({parameters})"),
        name => format!("{class_name}.{name}({parameters})"),
    }
}

fn is_synthetic(method: &Method) -> bool {
    method.access_flags & access::SYNTHETIC != 0
}

/// The type as Java source names it without its package.
pub(crate) fn type_name(field_type: &FieldType) -> String {
    match field_type {
        FieldType::Boolean => "boolean".to_owned(),
        FieldType::Byte => "byte".to_owned(),
        FieldType::Char => "char".to_owned(),
        FieldType::Short => "short".to_owned(),
        FieldType::Int => "int".to_owned(),
        FieldType::Long => "long".to_owned(),
        FieldType::Float => "float".to_owned(),
        FieldType::Double => "double".to_owned(),
        FieldType::Object(name) => source_name(name),
        FieldType::Array(element) => format!("{}[]", type_name(element)),
    }
}

/// `Outer.Inner` for `p/Outer$Inner`; digits after a dollar (anonymous and local classes) stay as they are.
pub(super) fn source_name(name: &ClassName) -> String {
    let mut parts = name.simple_binary().split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let nested = part.starts_with(|first: char| first.is_alphabetic()) && !text.is_empty();
        text.push(if nested { '.' } else { '$' });
        text.push_str(part);
    }
    text
}
