//! An annotation type as far as specimens need it: where it may stand, and what its elements are.

use evoke_classfile::{ClassName, ElementValue, FieldType, TypeArgument, TypeSignature, access};

use crate::{ClassHierarchy, ClassLibrary};

/// Classes that may be given where an element wants a class within a bound.
const MAX_CLASSES: usize = 6;

/// An annotation type that is there at run time and that a test can name.
#[derive(Clone, Debug)]
pub(super) struct AnnotationType {
    pub(super) name: ClassName,
    pub(super) on_classes: bool,
    pub(super) on_fields: bool,
    pub(super) on_methods: bool,
    pub(super) elements: Vec<Element>,
}

/// An element of an annotation type.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) is_required: bool,
    /// What it is if it is not given.
    pub(super) default: Option<ElementValue>,
    pub(super) kind: ElementKind,
}

/// What an element takes.
#[derive(Clone, Debug)]
pub(super) enum ElementKind {
    /// A primitive.
    Primitive(FieldType),
    Text,
    /// A class literal, one of these; none where nothing meets the bound.
    Class(Vec<ClassName>),
    /// A constant of the enum, one of these.
    Enum(ClassName, Vec<String>),
    Annotation(Box<AnnotationType>),
    Array(Box<ElementKind>),
}

impl Element {
    /// Whether it takes a text, or several.
    pub(super) fn takes_text(&self) -> bool {
        self.kind.takes_text()
    }
}

impl ElementKind {
    fn takes_text(&self) -> bool {
        match self {
            Self::Text => true,
            Self::Array(component) => component.takes_text(),
            _ => false,
        }
    }
}

/// Annotations in annotations are followed so far.
const MAX_DEPTH: usize = 2;

impl AnnotationType {
    /// The position of what the annotation is mostly about: the first element that takes text.
    pub(super) fn first_text(&self) -> Option<usize> {
        self.elements.iter().position(Element::takes_text)
    }

    /// The positions of the elements that need not be given, but for the first that takes text.
    pub(super) fn optional(&self) -> Vec<usize> {
        let first_text = self.first_text();
        let is_optional =
            |position: &usize| !self.elements[*position].is_required && Some(*position) != first_text;
        (0..self.elements.len()).filter(is_optional).collect()
    }

    /// The annotation type of that name. `None` where there is none, it is not kept until run time, tests in the package
    /// cannot name it, it is the JDK's, or it has elements that nothing can be given for.
    pub(super) fn of(
        name: &ClassName,
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        package: &str,
    ) -> Option<Self> {
        if name.as_str().starts_with("java/") || !library.is_accessible(name, package) {
            return None;
        }
        Reader { library, hierarchy, package }.annotation_type(name, 0)
    }
}

struct Reader<'r, 'l> {
    library: &'r ClassLibrary<'l>,
    hierarchy: &'r ClassHierarchy,
    package: &'r str,
}

impl Reader<'_, '_> {
    fn annotation_type(&self, name: &ClassName, depth: usize) -> Option<AnnotationType> {
        let class = self.library.get(name)?;
        let meta = |wanted: &str| class.annotations.iter().find(|it| it.class.as_str() == wanted);
        let is_kept = meta("java/lang/annotation/Retention")
            .and_then(|retention| retention.element("value"))
            .is_some_and(
                |value| matches!(value, ElementValue::Enum { constant, .. } if constant == "RUNTIME"),
            );
        if class.access_flags & access::ANNOTATION == 0 || !is_kept || depth > MAX_DEPTH {
            return None;
        }
        let targets = meta("java/lang/annotation/Target").and_then(|target| target.element("value"));
        let is_on = |wanted: &str| match targets {
            Some(ElementValue::Array(targets)) => targets
                .iter()
                .any(|target| matches!(target, ElementValue::Enum { constant, .. } if constant == wanted)),
            _ => true,
        };
        let mut elements = Vec::new();
        for method in class.methods.iter().filter(|method| method.access_flags & access::ABSTRACT != 0) {
            let kind = method.descriptor.return_type.as_ref().and_then(|ty| {
                let generic = method.signature.as_ref().and_then(|it| it.return_type.as_ref());
                self.element_kind(ty, generic, depth)
            });
            match kind {
                Some(kind) => elements.push(Element {
                    name: method.name.clone(),
                    is_required: !method.has_default,
                    default: method.default_value.clone(),
                    kind,
                }),
                None if method.has_default => {}
                None => return None,
            }
        }
        Some(AnnotationType {
            name: name.clone(),
            on_classes: is_on("TYPE"),
            on_fields: is_on("FIELD"),
            on_methods: is_on("METHOD"),
            elements,
        })
    }

    fn element_kind(
        &self,
        ty: &FieldType,
        generic: Option<&TypeSignature>,
        depth: usize,
    ) -> Option<ElementKind> {
        match ty {
            FieldType::Array(component) => {
                let generic = match generic {
                    Some(TypeSignature::Array(component)) => Some(&**component),
                    _ => None,
                };
                self.element_kind(component, generic, depth).map(|kind| ElementKind::Array(Box::new(kind)))
            }
            FieldType::Object(name) => match name.as_str() {
                "java/lang/String" => Some(ElementKind::Text),
                "java/lang/Class" => {
                    let classes = self.classes_within(generic);
                    (!classes.is_empty()).then_some(ElementKind::Class(classes))
                }
                _ => self.enum_constants(name).or_else(|| {
                    let inner = self.annotation_type(name, depth + 1)?;
                    Some(ElementKind::Annotation(Box::new(inner)))
                }),
            },
            primitive => Some(ElementKind::Primitive(primitive.clone())),
        }
    }

    fn enum_constants(&self, name: &ClassName) -> Option<ElementKind> {
        let class = self.library.get(name).filter(|_| self.library.is_enum(name))?;
        let constants = class.fields.iter().filter(|field| field.access_flags & access::ENUM != 0);
        let constants: Vec<String> = constants.map(|field| field.name.clone()).collect();
        (!constants.is_empty() && self.library.is_accessible(name, self.package))
            .then(|| ElementKind::Enum(name.clone(), constants))
    }

    /// Class literals that fit: within a bound the classes that extend it and can be made without arguments, else common
    /// ones. None where `javac` would look at arguments of the bound.
    fn classes_within(&self, generic: Option<&TypeSignature>) -> Vec<ClassName> {
        let argument = match generic {
            Some(TypeSignature::Class(class)) => class.arguments.first(),
            _ => None,
        };
        let bound = match argument {
            None | Some(TypeArgument::Any) => {
                return ["java/lang/String", "java/lang/Integer", "java/lang/Object"]
                    .map(ClassName::new)
                    .to_vec();
            }
            Some(TypeArgument::Extends(TypeSignature::Class(bound)))
                if bound.arguments.iter().all(|argument| matches!(argument, TypeArgument::Any)) =>
            {
                &bound.name
            }
            Some(_) => return Vec::new(),
        };
        let mut subtypes = self.hierarchy.subtypes(bound);
        subtypes.sort_unstable_by_key(|name| (name.package() != self.package, name.clone()));
        let mut classes: Vec<ClassName> =
            subtypes.into_iter().filter(|name| self.can_be_made(name)).take(MAX_CLASSES).collect();
        if classes.is_empty() && self.library.is_accessible(bound, self.package) && self.is_plain(bound) {
            classes.push(bound.clone());
        }
        classes
    }

    fn can_be_made(&self, name: &ClassName) -> bool {
        self.library.get(name).is_some_and(|class| {
            class.access_flags & (access::ABSTRACT | access::INTERFACE) == 0
                && class.methods.iter().any(|method| {
                    method.name == "<init>"
                        && method.descriptor.parameters.is_empty()
                        && method.access_flags & access::PUBLIC != 0
                })
        }) && self.library.is_accessible(name, self.package)
            && self.is_plain(name)
    }

    /// Whether it has no type parameters: the literal of one that has is of a raw type.
    fn is_plain(&self, name: &ClassName) -> bool {
        let class = self.library.get(name);
        class.is_some_and(|class| {
            class.signature.as_ref().is_none_or(|signature| signature.type_parameters.is_empty())
        })
    }
}
