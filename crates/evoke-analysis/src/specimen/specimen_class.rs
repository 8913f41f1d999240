//! A specimen as data: its properties, and what annotates it, its fields and its methods. One that is an interface declares methods alone, or
//! extends two others and declares nothing.

use evoke_classfile::{Annotation, ClassName, ElementValue};

/// A static nested class of a suite, with a public constructor without parameters, or a nested interface.
#[derive(Clone, Debug, PartialEq)]
pub struct Specimen {
    /// Its name; the class around it is the suite.
    pub name: ClassName,
    /// Its name inside the suite.
    pub simple_name: String,
    /// Whether it is public, as it is but for code that asks classes for their modifiers.
    pub is_public: bool,
    /// Whether it is an interface, for code that implements interfaces at run time: of its properties it declares getters and setters, and
    /// it has a few other methods besides.
    pub is_interface: bool,
    /// The interfaces that it extends if it is one for values that are both: the one they are declared as, and what they are asked for.
    pub extends: Vec<ClassName>,
    /// Annotations of the class.
    pub annotations: Vec<Annotation>,
    /// At most one of a kind.
    pub properties: Vec<Property>,
}

/// A field, with a getter and a setter if it is private.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What it holds.
    pub kind: PropertyKind,
    /// Whether it holds something when the object is new, where its kind has anything to hold.
    pub is_filled: bool,
    /// Whether the field is private.
    pub is_private: bool,
    /// Whether the field is `transient`, so that serialisers leave it out.
    pub is_transient: bool,
    /// Whether getter and setter throw an `IllegalStateException` with the property's name instead.
    pub accessors_throw: bool,
    /// Annotations of the field.
    pub field: Vec<Annotation>,
    /// Annotations of the getter.
    pub getter: Vec<Annotation>,
    /// Annotations of the setter.
    pub setter: Vec<Annotation>,
}

/// A method that an interface declares.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredMethod {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub parameters: Vec<PropertyKind>,
    /// What it gives; `None` for nothing.
    pub result: Option<PropertyKind>,
}

/// What interfaces declare that is no plain getter or setter: name, parameters, result. Code that implements interfaces knows methods by what
/// their names begin with, and by what they take and give.
const OTHER_METHODS: [(&str, &[PropertyKind], Option<PropertyKind>); 5] = [
    ("hasName", &[], Some(PropertyKind::Boolean)),
    ("getValue", &[PropertyKind::Text], Some(PropertyKind::Object)),
    ("setLabels", &[PropertyKind::Texts], Some(PropertyKind::Own)),
    ("withRatio", &[PropertyKind::Double], Some(PropertyKind::Own)),
    ("refresh", &[], None),
];

/// What a property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PropertyKind {
    /// `int`
    Int,
    /// `String`
    Text,
    /// `boolean`
    Boolean,
    /// `List<String>`
    List,
    /// `Map<String, String>`
    Map,
    /// `Integer`
    Integer,
    /// `String[]`
    Texts,
    /// `double`
    Double,
    /// `Object`
    Object,
    /// `long`
    Long,
    /// `TimeUnit`, an enum of the JDK's.
    Unit,
    /// `List<? extends Number>`
    Numbers,
    /// The specimen itself.
    Own,
    /// `char`
    Char,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `float`
    Float,
}

impl PropertyKind {
    /// All kinds; those that beans seldom have come last.
    pub const ALL: [Self; 17] = [
        Self::Int,
        Self::Text,
        Self::Boolean,
        Self::List,
        Self::Map,
        Self::Integer,
        Self::Texts,
        Self::Double,
        Self::Object,
        Self::Long,
        Self::Unit,
        Self::Numbers,
        Self::Own,
        Self::Char,
        Self::Byte,
        Self::Short,
        Self::Float,
    ];

    /// What most beans are made of.
    pub const COMMON: &[Self] = Self::ALL.first_chunk::<13>().unwrap().as_slice();

    /// Primitive kinds, those that beans seldom have included.
    pub const PRIMITIVES: [Self; 8] = [
        Self::Boolean,
        Self::Char,
        Self::Byte,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// The name of the property and of its field. No two begin with the same letter.
    pub fn name(self) -> &'static str {
        match self {
            Self::Int => "count",
            Self::Text => "name",
            Self::Boolean => "enabled",
            Self::List => "items",
            Self::Map => "attributes",
            Self::Integer => "size",
            Self::Texts => "labels",
            Self::Double => "ratio",
            Self::Object => "value",
            Self::Long => "total",
            Self::Unit => "unit",
            Self::Numbers => "grades",
            Self::Own => "parent",
            Self::Char => "key",
            Self::Byte => "bits",
            Self::Short => "year",
            Self::Float => "weight",
        }
    }

    /// How expressions over beans name something inside the property: an element, a value by its key, a property of a property.
    pub fn path_inside(self) -> Option<&'static str> {
        match self {
            Self::List => Some("items[0]"),
            Self::Texts => Some("labels[0]"),
            Self::Map => Some("attributes(name)"),
            Self::Own => Some("parent.name"),
            _ => None,
        }
    }

    /// The class of its values; `None` for primitives, for arrays and for the specimen itself.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Text => Some("java/lang/String"),
            Self::List | Self::Numbers => Some("java/util/List"),
            Self::Map => Some("java/util/Map"),
            Self::Integer => Some("java/lang/Integer"),
            Self::Unit => Some("java/util/concurrent/TimeUnit"),
            Self::Object => Some("java/lang/Object"),
            Self::Int
            | Self::Boolean
            | Self::Texts
            | Self::Double
            | Self::Long
            | Self::Own
            | Self::Char
            | Self::Byte
            | Self::Short
            | Self::Float => None,
        }
    }

    /// The type arguments of its class.
    pub fn type_arguments(self) -> &'static [Argument] {
        const TEXT: Argument = Argument { class: "java/lang/String", is_bound: false };
        match self {
            Self::List => &[TEXT],
            Self::Map => &[TEXT, TEXT],
            Self::Numbers => &[Argument { class: "java/lang/Number", is_bound: true }],
            _ => &[],
        }
    }

    /// What a new object fills it with, if there is anything.
    pub fn filling(self) -> Option<Filling> {
        match self {
            Self::Text => Some(Filling::Name),
            Self::List | Self::Numbers => Some(Filling::New("java/util/ArrayList")),
            Self::Map => Some(Filling::New("java/util/HashMap")),
            Self::Unit => Some(Filling::Constant("SECONDS")),
            _ => None,
        }
    }
}

/// A type argument of a property's class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The class.
    pub class: &'static str,
    /// Whether any class within it will do: `? extends Number`.
    pub is_bound: bool,
}

/// What a new object holds in a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// The property's name.
    Name,
    /// A new object of this class.
    New(&'static str),
    /// The constant of that name of the property's class.
    Constant(&'static str),
}

impl Property {
    /// What the getter is called.
    pub fn getter_name(&self) -> String {
        let prefix = if self.kind == PropertyKind::Boolean { "is" } else { "get" };
        format!("{prefix}{}", capitalised(self.kind.name()))
    }

    /// What the setter is called.
    pub fn setter_name(&self) -> String {
        format!("set{}", capitalised(self.kind.name()))
    }
}

impl Specimen {
    /// What it declares, if it is an interface.
    pub fn declared_methods(&self) -> Vec<DeclaredMethod> {
        let method = |name: String, parameters: &[PropertyKind], result| DeclaredMethod {
            name,
            parameters: parameters.to_vec(),
            result,
        };
        let accessors = self.properties.iter().flat_map(|property| {
            let getter = method(property.getter_name(), &[], Some(property.kind));
            [getter, method(property.setter_name(), &[property.kind], None)]
        });
        let others = OTHER_METHODS
            .iter()
            .map(|(name, parameters, result)| method((*name).to_owned(), parameters, *result));
        if self.is_interface && self.extends.is_empty() {
            accessors.chain(others).collect()
        } else {
            Vec::new()
        }
    }

    /// The texts that annotations hold, the names of the properties and ways into them: what code that read them may ask for.
    pub fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.properties.iter().map(|property| property.kind.name()).collect();
        texts.extend(self.properties.iter().filter_map(|property| property.kind.path_inside()));
        for annotation in self.all_annotations() {
            annotation.elements.iter().for_each(|(_, value)| add_texts(value, &mut texts));
        }
        texts
    }

    fn all_annotations(&self) -> impl Iterator<Item = &Annotation> {
        let of_members =
            self.properties.iter().flat_map(|property| [&property.field, &property.getter, &property.setter]);
        self.annotations.iter().chain(of_members.flatten())
    }
}

fn add_texts<'v>(value: &'v ElementValue, texts: &mut Vec<&'v str>) {
    match value {
        ElementValue::String(text) => texts.push(text),
        ElementValue::Array(values) => values.iter().for_each(|value| add_texts(value, texts)),
        ElementValue::Annotation(annotation) => {
            annotation.elements.iter().for_each(|(_, value)| add_texts(value, texts));
        }
        _ => {}
    }
}

fn capitalised(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
