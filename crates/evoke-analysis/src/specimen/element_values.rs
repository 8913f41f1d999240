//! Annotations with values for their elements: what is required, and of the others mostly one, so that code which rejects what does not fit
//! together sees each by itself. Texts are the property's name, as such or as an option of a command line, so that other arguments of a
//! call can name the property.

use evoke_classfile::{Annotation, ElementValue, FieldType};

use super::annotation_type::{AnnotationType, Element, ElementKind};
use super::variation::Variation;

/// Of a hundred cases, in how many the first element that takes text is given.
const FIRST_TEXT: u64 = 70;
/// The same of what holds several values: what is named by nothing gathers what is left of a command line.
const FIRST_TEXT_OF_SEVERAL: u64 = 50;
/// Of a hundred cases, in how many one that is neither that, nor required, nor asked for is given.
const OTHERS: u64 = 4;
/// What separates, ends or begins something.
const PUNCTUATION: [&str; 6] = ["=", ":", ",", ";", "|", "/"];

/// How texts of a specimen are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextStyle {
    /// `name`
    Plain,
    /// `-n` and `--name`
    Option,
}

/// What is annotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// Its name.
    pub(super) name: &'static str,
    /// Whether it holds several values.
    pub(super) is_several: bool,
    /// Whether the first element that takes text is always given.
    pub(super) is_named: bool,
    pub(super) style: TextStyle,
}

/// An annotation of something, in which the element at the position `asked` is given.
pub(super) fn annotation_of(
    ty: &AnnotationType,
    about: About,
    asked: Option<usize>,
    variation: &mut Variation,
) -> Annotation {
    let first_text = ty.first_text();
    let mut elements = Vec::new();
    for (position, element) in ty.elements.iter().enumerate() {
        let share = match Some(position) {
            place if place == first_text && about.is_named => 100,
            place if place == first_text && about.is_several => FIRST_TEXT_OF_SEVERAL,
            place if place == first_text => FIRST_TEXT,
            _ => OTHERS,
        };
        if element.is_required || asked == Some(position) || variation.percent(share) {
            elements.push((element.name.clone(), value_of(element, about, variation)));
        }
    }
    Annotation { class: ty.name.clone(), elements }
}

/// A value that is not the one which the element has anyway, where there is another.
fn value_of(element: &Element, about: About, variation: &mut Variation) -> ElementValue {
    let default = element.default.as_ref();
    match &element.kind {
        ElementKind::Array(component) => {
            let mut values = vec![value(component, about, None, variation)];
            if element.takes_text() && about.style == TextStyle::Option && variation.percent(50) {
                values.push(ElementValue::String(format!("--{}", about.name)));
            }
            ElementValue::Array(values)
        }
        kind => value(kind, about, default, variation),
    }
}

fn value(
    kind: &ElementKind,
    about: About,
    default: Option<&ElementValue>,
    variation: &mut Variation,
) -> ElementValue {
    match kind {
        ElementKind::Primitive(ty) => primitive(ty, default, variation),
        ElementKind::Text => text(about, default, variation),
        ElementKind::Class(classes) => {
            let values =
                classes.iter().map(|name| ElementValue::Class(Some(FieldType::Object(name.clone()))));
            other_than(default, values.collect(), variation).unwrap_or(ElementValue::Class(None))
        }
        ElementKind::Enum(class, constants) => {
            let value =
                |constant: &String| ElementValue::Enum { class: class.clone(), constant: constant.clone() };
            other_than(default, constants.iter().map(value).collect(), variation)
                .unwrap_or_else(|| value(&String::new()))
        }
        ElementKind::Annotation(inner) => {
            ElementValue::Annotation(annotation_of(inner, about, None, variation))
        }
        ElementKind::Array(component) => ElementValue::Array(vec![value(component, about, None, variation)]),
    }
}

/// One of the values that is not this one; this one, if there is no other.
fn other_than(
    default: Option<&ElementValue>,
    mut values: Vec<ElementValue>,
    variation: &mut Variation,
) -> Option<ElementValue> {
    if values.iter().any(|value| Some(value) != default) {
        values.retain(|value| Some(value) != default);
    }
    variation.choose(&values).cloned()
}

/// Where a single character is the default, another one.
fn text(about: About, default: Option<&ElementValue>, variation: &mut Variation) -> ElementValue {
    let is_character = |text: &String| text.chars().count() == 1;
    if matches!(default, Some(ElementValue::String(text)) if is_character(text)) {
        let values = PUNCTUATION.map(|text| ElementValue::String(text.to_owned()));
        return other_than(default, values.to_vec(), variation)
            .unwrap_or_else(|| ElementValue::String(String::new()));
    }
    ElementValue::String(match about.style {
        TextStyle::Plain => about.name.to_owned(),
        TextStyle::Option => format!("-{}", about.name.chars().next().unwrap_or('x')),
    })
}

fn primitive(ty: &FieldType, default: Option<&ElementValue>, variation: &mut Variation) -> ElementValue {
    if *ty == FieldType::Boolean {
        return match default {
            Some(ElementValue::Boolean(usual)) => ElementValue::Boolean(!usual),
            _ => ElementValue::Boolean(variation.percent(70)),
        };
    }
    let number = |number: i32| match ty {
        FieldType::Byte => ElementValue::Byte(number as i8),
        FieldType::Short => ElementValue::Short(number as i16),
        FieldType::Long => ElementValue::Long(i64::from(number)),
        FieldType::Float => ElementValue::Float(number as f32),
        FieldType::Double => ElementValue::Double(f64::from(number)),
        _ => ElementValue::Int(number),
    };
    let values: Vec<ElementValue> = match ty {
        FieldType::Char => b",;:= |".iter().map(|it| ElementValue::Char(u16::from(*it))).collect(),
        _ => [1, 2, 0, 3, -1, 10].into_iter().map(number).collect(),
    };
    other_than(default, values, variation).unwrap_or_else(|| number(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: About = About { name: "name", is_several: false, is_named: false, style: TextStyle::Plain };

    fn element(name: &str, kind: ElementKind, default: ElementValue) -> Element {
        Element { name: name.to_owned(), is_required: false, default: Some(default), kind }
    }

    #[test]
    fn element_that_is_asked_for_has_another_value_than_by_default() {
        let flag = element("flag", ElementKind::Primitive(FieldType::Boolean), ElementValue::Boolean(false));
        let number = element("number", ElementKind::Primitive(FieldType::Int), ElementValue::Int(1));
        let separator = element("separator", ElementKind::Text, ElementValue::String("=".to_owned()));
        let ty = AnnotationType {
            name: "demo/Option".into(),
            on_classes: false,
            on_fields: true,
            on_methods: false,
            elements: vec![flag, number, separator],
        };
        assert_eq!((ty.first_text(), ty.optional()), (Some(2), vec![0, 1]));
        let mut variation = Variation::of("demo");
        for _ in 0..50 {
            let annotation = annotation_of(&ty, NAME, Some(0), &mut variation);
            assert_eq!(annotation.element("flag"), Some(&ElementValue::Boolean(true)));
            let annotation = annotation_of(&ty, NAME, Some(1), &mut variation);
            assert_ne!(annotation.element("number"), Some(&ElementValue::Int(1)));
            let separator = annotation.element("separator");
            let is_punctuation = |value: &ElementValue| matches!(value, ElementValue::String(text) if text != "=" && PUNCTUATION.contains(&text.as_str()));
            assert!(separator.is_none_or(is_punctuation), "{separator:?}");
        }
    }
}
