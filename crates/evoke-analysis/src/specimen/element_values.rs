//! Annotations with values for their elements: what is required, and few of the others. Texts are the property's name, as
//! such or as an option of a command line, so that other arguments of a call can name the property.

use evoke_classfile::{Annotation, ElementValue, FieldType};

use super::annotation_type::{AnnotationType, Element, ElementKind};
use super::variation::Variation;

/// Of a hundred cases, in how many the first element that takes text is given: that is mostly what the annotation is about.
const FIRST_TEXT: u64 = 70;
/// About so many of the other elements are given.
const OTHERS: u64 = 2;

/// How texts of a specimen are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextStyle {
    /// `name`
    Plain,
    /// `-n` and `--name`
    Option,
}

/// An annotation of something of this name.
pub(super) fn annotation_of(
    ty: &AnnotationType,
    about: &str,
    style: TextStyle,
    variation: &mut Variation,
) -> Annotation {
    let first_text = ty.elements.iter().position(|element| takes_text(&element.kind));
    let others = (100 * OTHERS / (ty.elements.len() as u64).max(1)).min(50);
    let mut elements = Vec::new();
    for (position, element) in ty.elements.iter().enumerate() {
        let share = if first_text == Some(position) { FIRST_TEXT } else { others };
        if element.is_required || variation.percent(share) {
            elements.push((element.name.clone(), value_of(element, about, style, variation)));
        }
    }
    Annotation { class: ty.name.clone(), elements }
}

fn takes_text(kind: &ElementKind) -> bool {
    match kind {
        ElementKind::Text => true,
        ElementKind::Array(component) => takes_text(component),
        _ => false,
    }
}

fn value_of(element: &Element, about: &str, style: TextStyle, variation: &mut Variation) -> ElementValue {
    match &element.kind {
        ElementKind::Array(component) => {
            let mut values = vec![value(component, about, style, variation)];
            if takes_text(component) && style == TextStyle::Option && variation.percent(50) {
                values.push(ElementValue::String(format!("--{about}")));
            }
            ElementValue::Array(values)
        }
        kind => value(kind, about, style, variation),
    }
}

fn value(kind: &ElementKind, about: &str, style: TextStyle, variation: &mut Variation) -> ElementValue {
    match kind {
        ElementKind::Primitive(ty) => primitive(ty, variation),
        ElementKind::Text => ElementValue::String(match style {
            TextStyle::Plain => about.to_owned(),
            TextStyle::Option => format!("-{}", about.chars().next().unwrap_or('x')),
        }),
        ElementKind::Class(classes) => {
            ElementValue::Class(variation.choose(classes).map(|name| FieldType::Object(name.clone())))
        }
        ElementKind::Enum(class, constants) => ElementValue::Enum {
            class: class.clone(),
            constant: variation.choose(constants).cloned().unwrap_or_default(),
        },
        ElementKind::Annotation(inner) => {
            ElementValue::Annotation(annotation_of(inner, about, style, variation))
        }
        ElementKind::Array(component) => ElementValue::Array(vec![value(component, about, style, variation)]),
    }
}

fn primitive(ty: &FieldType, variation: &mut Variation) -> ElementValue {
    let number = [1, 2, 0, 3, -1, 10][variation.below(6)];
    match ty {
        FieldType::Boolean => ElementValue::Boolean(variation.percent(70)),
        FieldType::Byte => ElementValue::Byte(number as i8),
        FieldType::Char => ElementValue::Char(u16::from(b",;:= |"[variation.below(6)])),
        FieldType::Short => ElementValue::Short(number as i16),
        FieldType::Long => ElementValue::Long(i64::from(number)),
        FieldType::Float => ElementValue::Float(number as f32),
        FieldType::Double => ElementValue::Double(f64::from(number)),
        _ => ElementValue::Int(number),
    }
}
