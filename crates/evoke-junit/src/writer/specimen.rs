//! Specimens as source: the same classes that the search loaded, so that tests find in them what they found there.

use evoke_analysis::TestCluster;
use evoke_analysis::specimen::{ACCESSORS_THROW, Argument, Filling, Property, PropertyKind, Specimen};
use evoke_classfile::{Annotation, ClassName, ElementValue, FieldType};
use evoke_testcase::{Statement, TestCase, Value};

use super::type_names::TypeNames;
use crate::java::{self, ClassType, Expression, literal, on_one_line};
use crate::specimen_source::SpecimenSource;

/// Whether a test names the specimen.
pub(super) fn uses(test: &TestCase, specimen: &Specimen, cluster: &TestCluster) -> bool {
    test.statements().iter().any(|statement| {
        let named = match statement {
            Statement::Value(Value::Class(ty) | Value::Null(ty)) => Some(*ty),
            Statement::Invoke { callable, .. } if cluster.callable(*callable).owner == specimen.name => {
                return true;
            }
            _ => statement.defined_type(cluster),
        };
        named.is_some_and(|ty| names(&cluster.types.display(ty).to_string(), &specimen.name.binary()))
    })
}

/// Whether the text of a type has this class in it, and not only one whose name begins so.
fn names(text: &str, class: &str) -> bool {
    let goes_on = |at: usize| {
        text[at + class.len()..].starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '$'))
    };
    text.match_indices(class).any(|(at, _)| !goes_on(at))
}

/// The text of a specimen that these tests use.
pub(super) fn source(specimen: &Specimen, names: &mut TypeNames<'_>, users: Vec<String>) -> SpecimenSource {
    let mut writer = SpecimenWriter { names, lines: Vec::new(), imports: Vec::new() };
    writer.write(specimen);
    let SpecimenWriter { lines, imports, .. } = writer;
    SpecimenSource { lines, imports, users }
}

struct SpecimenWriter<'w, 'n> {
    names: &'w mut TypeNames<'n>,
    lines: Vec<String>,
    imports: Vec<String>,
}

impl SpecimenWriter<'_, '_> {
    fn write(&mut self, specimen: &Specimen) {
        if specimen.is_interface {
            return self.interface(specimen);
        }
        self.annotations(&specimen.annotations, 1);
        let visibility = if specimen.is_public { "public " } else { "" };
        self.line(1, &format!("{visibility}static class {} {{", specimen.simple_name));
        for property in &specimen.properties {
            self.field(specimen, property);
        }
        if !specimen.is_public {
            // It would have the visibility of the class.
            self.lines.push(String::new());
            self.line(2, &format!("public {}() {{}}", specimen.simple_name));
        }
        for property in specimen.properties.iter().filter(|property| property.is_private) {
            self.accessors(specimen, property);
        }
        self.line(1, "}");
    }

    fn interface(&mut self, specimen: &Specimen) {
        let extended: Vec<String> = specimen.extends.iter().map(|interface| self.class(interface)).collect();
        if !extended.is_empty() {
            let extended = extended.join(", ");
            return self
                .line(1, &format!("public interface {} extends {extended} {{}}", specimen.simple_name));
        }
        self.line(1, &format!("public interface {} {{", specimen.simple_name));
        for (position, method) in specimen.declared_methods().iter().enumerate() {
            if position > 0 {
                self.lines.push(String::new());
            }
            let result = method.result.map_or("void".to_owned(), |kind| self.ty(specimen, kind));
            let parameters: Vec<String> = method
                .parameters
                .iter()
                .map(|kind| format!("{} {}", self.ty(specimen, *kind), kind.name()))
                .collect();
            self.line(2, &format!("{result} {}({});", method.name, parameters.join(", ")));
        }
        self.line(1, "}");
    }

    fn line(&mut self, level: usize, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(level)));
    }

    fn field(&mut self, specimen: &Specimen, property: &Property) {
        self.annotations(&property.field, 2);
        let visibility = if property.is_private { "private" } else { "public" };
        let modifier = if property.is_transient { " transient" } else { "" };
        let ty = self.ty(specimen, property.kind);
        let filling = self.filling(property).map(|value| format!(" = {value}")).unwrap_or_default();
        self.line(2, &format!("{visibility}{modifier} {ty} {}{filling};", property.kind.name()));
    }

    fn filling(&mut self, property: &Property) -> Option<String> {
        if !property.is_filled {
            return None;
        }
        Some(match property.kind.filling()? {
            Filling::Name => text(property.kind.name()),
            Filling::New(class) => format!("new {}<>()", self.class(&class.into())),
            Filling::Constant(name) => {
                format!("{}.{name}", self.class(&property.kind.class().unwrap_or_default().into()))
            }
        })
    }

    fn accessors(&mut self, specimen: &Specimen, property: &Property) {
        let ty = self.ty(specimen, property.kind);
        let name = property.kind.name();
        let thrown = property.accessors_throw.then(|| {
            let class = self.class(&ACCESSORS_THROW.into());
            format!("throw new {class}({});", text(name))
        });
        let body = |otherwise: String| thrown.clone().unwrap_or(otherwise);
        self.lines.push(String::new());
        self.annotations(&property.getter, 2);
        self.line(2, &format!("public {ty} {}() {{", property.getter_name()));
        self.line(3, &body(format!("return {name};")));
        self.line(2, "}");
        self.lines.push(String::new());
        self.annotations(&property.setter, 2);
        self.line(2, &format!("public void {}({ty} {name}) {{", property.setter_name()));
        self.line(3, &body(format!("this.{name} = {name};")));
        self.line(2, "}");
    }

    fn annotations(&mut self, annotations: &[Annotation], level: usize) {
        for annotation in annotations {
            let annotation = self.annotation(annotation);
            self.line(level, &annotation);
        }
    }

    fn annotation(&mut self, annotation: &Annotation) -> String {
        let class = self.class(&annotation.class);
        let elements: Vec<String> = annotation
            .elements
            .iter()
            .map(|(name, value)| format!("{name} = {}", self.value(value)))
            .collect();
        if elements.is_empty() { format!("@{class}") } else { format!("@{class}({})", elements.join(", ")) }
    }

    fn value(&mut self, value: &ElementValue) -> String {
        match value {
            ElementValue::Boolean(value) => value.to_string(),
            ElementValue::Byte(value) => value.to_string(),
            ElementValue::Short(value) => value.to_string(),
            ElementValue::Char(unit) => expression(literal::character(*unit)),
            ElementValue::Int(value) => expression(literal::int(*value)),
            ElementValue::Long(value) => expression(literal::long(*value)),
            ElementValue::Float(value) => expression(literal::float(*value)),
            ElementValue::Double(value) => expression(literal::double(*value)),
            ElementValue::String(value) => text(value),
            ElementValue::Enum { class, constant } => format!("{}.{constant}", self.class(class)),
            ElementValue::Class(class) => {
                let class = class.as_ref().map_or("void".to_owned(), |class| self.erased(class));
                format!("{class}.class")
            }
            ElementValue::Annotation(annotation) => self.annotation(annotation),
            ElementValue::Array(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                format!("{{{}}}", values.join(", "))
            }
        }
    }

    fn ty(&mut self, specimen: &Specimen, kind: PropertyKind) -> String {
        match kind {
            PropertyKind::Int => "int".to_owned(),
            PropertyKind::Long => "long".to_owned(),
            PropertyKind::Double => "double".to_owned(),
            PropertyKind::Boolean => "boolean".to_owned(),
            PropertyKind::Char => "char".to_owned(),
            PropertyKind::Byte => "byte".to_owned(),
            PropertyKind::Short => "short".to_owned(),
            PropertyKind::Float => "float".to_owned(),
            PropertyKind::Texts => "String[]".to_owned(),
            PropertyKind::Own => specimen.simple_name.clone(),
            PropertyKind::Text
            | PropertyKind::List
            | PropertyKind::Map
            | PropertyKind::Integer
            | PropertyKind::Unit
            | PropertyKind::Numbers
            | PropertyKind::Object => {
                let class = kind.class().map(ClassName::new).map(|class| self.class(&class));
                let mut argument = |it: &Argument| {
                    let class = self.class(&it.class.into());
                    if it.is_bound { format!("? extends {class}") } else { class }
                };
                let arguments: Vec<String> = kind.type_arguments().iter().map(&mut argument).collect();
                let arguments = arguments.join(", ");
                let arguments = if arguments.is_empty() { arguments } else { format!("<{arguments}>") };
                format!("{}{arguments}", class.unwrap_or_default())
            }
        }
    }

    fn erased(&mut self, ty: &FieldType) -> String {
        match ty {
            FieldType::Object(class) => self.class(class),
            FieldType::Array(component) => format!("{}[]", self.erased(component)),
            FieldType::Boolean => "boolean".to_owned(),
            FieldType::Byte => "byte".to_owned(),
            FieldType::Char => "char".to_owned(),
            FieldType::Short => "short".to_owned(),
            FieldType::Int => "int".to_owned(),
            FieldType::Long => "long".to_owned(),
            FieldType::Float => "float".to_owned(),
            FieldType::Double => "double".to_owned(),
        }
    }

    fn class(&mut self, class: &ClassName) -> String {
        let ClassType { name, import, .. } = self.names.class(class);
        self.imports.extend(import);
        name
    }
}

fn text(text: &str) -> String {
    expression(literal::string(&text.encode_utf16().collect::<Vec<u16>>()))
}

fn expression(expression: Expression) -> String {
    let mut text = on_one_line(&java::Statement::Expression(expression));
    text.pop();
    text
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn class_is_named_where_its_name_ends_there() {
        let sample = "p.XTest$Sample1";
        for text in
            [sample, "java.util.List<p.XTest$Sample1>", "java.util.Map<p.XTest$Sample10, p.XTest$Sample1[]>"]
        {
            assert!(names(text, sample), "{text}");
        }
        assert!(!names("java.util.List<p.XTest$Sample10>", sample));
    }
}
