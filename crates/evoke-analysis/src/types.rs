//! Resolved types of a test cluster, interned: equal types have equal ids. A closed world, so that
//! assignability is a bit in a matrix and the search never sees a type variable.

use std::fmt;

use evoke_classfile::{ClassName, FieldType};
use rustc_hash::FxHashMap;

use crate::TypeId;

/// The primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the Java type of that name")]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// A type without type variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// No value.
    Void,
    /// A primitive.
    Primitive(Primitive),
    /// A class or interface; no arguments if it is not generic or is used raw.
    Class {
        /// The class.
        name: ClassName,
        /// Its type arguments.
        arguments: Vec<Argument>,
    },
    /// An array of the component type.
    Array(TypeId),
}

/// A type argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Argument {
    /// `?`
    Any,
    /// A type.
    Exact(TypeId),
    /// `? extends T`
    Extends(TypeId),
    /// `? super T`
    Super(TypeId),
}

/// What the search has to know of a type to make a value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeCategory {
    /// No value.
    Void,
    /// A primitive.
    Primitive(Primitive),
    /// The box of a primitive.
    Boxed(Primitive),
    /// `java.lang.String`.
    String,
    /// `java.lang.Class`.
    Class,
    /// An array with this component type.
    Array(TypeId),
    /// An enum.
    Enum,
    /// Anything else.
    Object,
}

/// All types of a cluster.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    categories: Vec<TypeCategory>,
    ids: FxHashMap<Type, TypeId>,
}

impl Primitive {
    /// All of them, in the order of [`TypeTable::primitive`]'s ids.
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// The Java keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// Internal name of the class that boxes it.
    pub fn box_class(self) -> &'static str {
        match self {
            Self::Boolean => "java/lang/Boolean",
            Self::Byte => "java/lang/Byte",
            Self::Char => "java/lang/Character",
            Self::Short => "java/lang/Short",
            Self::Int => "java/lang/Integer",
            Self::Long => "java/lang/Long",
            Self::Float => "java/lang/Float",
            Self::Double => "java/lang/Double",
        }
    }

    /// Its descriptor.
    pub fn field_type(self) -> FieldType {
        match self {
            Self::Boolean => FieldType::Boolean,
            Self::Byte => FieldType::Byte,
            Self::Char => FieldType::Char,
            Self::Short => FieldType::Short,
            Self::Int => FieldType::Int,
            Self::Long => FieldType::Long,
            Self::Float => FieldType::Float,
            Self::Double => FieldType::Double,
        }
    }
}

impl TypeTable {
    /// A table that holds `void`, the primitives, `Object`, `String` and `Class<?>`.
    pub fn new() -> Self {
        let mut table = Self::default();
        table.intern(Type::Void, false);
        for primitive in Primitive::ALL {
            table.intern(Type::Primitive(primitive), false);
        }
        table.intern_class("java/lang/Object");
        table.intern_class("java/lang/String");
        table.intern(Type::Class { name: "java/lang/Class".into(), arguments: vec![Argument::Any] }, false);
        table
    }

    /// `void`
    pub const VOID: TypeId = TypeId(0);
    /// `java.lang.Object`
    pub const OBJECT: TypeId = TypeId(9);
    /// `java.lang.String`
    pub const STRING: TypeId = TypeId(10);
    /// `java.lang.Class<?>`
    pub const CLASS: TypeId = TypeId(11);

    /// The id of a primitive, the same in every table.
    pub fn primitive(primitive: Primitive) -> TypeId {
        TypeId(1 + primitive as u32)
    }

    /// The id of a type, new or known. `is_enum` says whether a class type is an enum.
    pub fn intern(&mut self, ty: Type, is_enum: bool) -> TypeId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let id = TypeId(self.types.len() as u32);
        self.categories.push(category(&ty, is_enum));
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of a non-generic, non-enum class type.
    pub fn intern_class(&mut self, internal_name: &str) -> TypeId {
        self.intern(Type::Class { name: internal_name.into(), arguments: Vec::new() }, false)
    }

    /// The id of a type that may be known.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    /// The type behind an id of this table.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// Its category.
    pub fn category(&self, id: TypeId) -> TypeCategory {
        self.categories[id.index()]
    }

    /// Number of types; ids run from 0.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is no type at all (never true of [`TypeTable::new`]).
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The erased type; `None` for `void`.
    pub fn erasure(&self, id: TypeId) -> Option<FieldType> {
        match self.get(id) {
            Type::Void => None,
            Type::Primitive(primitive) => Some(primitive.field_type()),
            Type::Class { name, .. } => Some(FieldType::Object(name.clone())),
            Type::Array(component) => Some(FieldType::Array(Box::new(self.erasure(*component)?))),
        }
    }

    /// The class of a class type.
    pub fn class_name(&self, id: TypeId) -> Option<&ClassName> {
        match self.get(id) {
            Type::Class { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether values of the type are primitive.
    pub fn is_primitive(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Primitive(_))
    }

    /// Whether values of the type are arrays of bytes or characters, which are made of a text, too.
    pub fn is_text_array(&self, id: TypeId) -> bool {
        let TypeCategory::Array(component) = self.category(id) else { return false };
        matches!(self.category(component), TypeCategory::Primitive(Primitive::Byte | Primitive::Char))
    }

    /// The type in Java's notation with binary class names, for messages and listings.
    pub fn display(&self, id: TypeId) -> impl fmt::Display + '_ {
        DisplayType { table: self, id }
    }
}

fn category(ty: &Type, is_enum: bool) -> TypeCategory {
    match ty {
        Type::Void => TypeCategory::Void,
        Type::Primitive(primitive) => TypeCategory::Primitive(*primitive),
        Type::Array(component) => TypeCategory::Array(*component),
        Type::Class { .. } if is_enum => TypeCategory::Enum,
        Type::Class { name, .. } => match name.as_str() {
            "java/lang/String" => TypeCategory::String,
            "java/lang/Class" => TypeCategory::Class,
            other => Primitive::ALL
                .into_iter()
                .find(|primitive| primitive.box_class() == other)
                .map_or(TypeCategory::Object, TypeCategory::Boxed),
        },
    }
}

struct DisplayType<'a> {
    table: &'a TypeTable,
    id: TypeId,
}

impl fmt::Display for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table.get(self.id) {
            Type::Void => f.write_str("void"),
            Type::Primitive(primitive) => f.write_str(primitive.keyword()),
            Type::Array(component) => write!(f, "{}[]", self.table.display(*component)),
            Type::Class { name, arguments } => {
                write!(f, "{name}")?;
                for (position, argument) in arguments.iter().enumerate() {
                    f.write_str(if position == 0 { "<" } else { ", " })?;
                    match argument {
                        Argument::Any => f.write_str("?")?,
                        Argument::Exact(ty) => write!(f, "{}", self.table.display(*ty))?,
                        Argument::Extends(ty) => write!(f, "? extends {}", self.table.display(*ty))?,
                        Argument::Super(ty) => write!(f, "? super {}", self.table.display(*ty))?,
                    }
                }
                if arguments.is_empty() { Ok(()) } else { f.write_str(">") }
            }
        }
    }
}
