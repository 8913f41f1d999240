//! RV, replace variable: a load of a local variable or of an own field becomes the load of another parameter or own field
//! of the same type. Other local variables are left out: only the verifier's frames would tell for certain which of
//! them hold a value at a place.

use std::fmt;

use evoke_classfile::{FieldType, Operands, access, opcode};
use serde::{Deserialize, Serialize};

use super::{Change, Site};

/// What is loaded instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Alternative {
    /// The parameter in this local variable.
    Parameter {
        /// The slot.
        slot: u16,
        /// Its type's descriptor.
        descriptor: String,
    },
    /// A field of the class itself.
    Field {
        /// Its name.
        name: String,
        /// Its type's descriptor.
        descriptor: String,
        /// Whether it is static.
        is_static: bool,
    },
}

impl Alternative {
    /// Descriptor of its type.
    pub fn descriptor(&self) -> &str {
        match self {
            Self::Parameter { descriptor, .. } | Self::Field { descriptor, .. } => descriptor,
        }
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { slot, .. } => write!(f, "parameter in slot {slot}"),
            Self::Field { name, .. } => write!(f, "field {name}"),
        }
    }
}

/// The type of the variable that the instruction loads: a local variable, or a field of the class itself.
pub(super) fn loaded_type(site: &Site<'_>) -> Option<FieldType> {
    let instruction = site.instruction();
    match (instruction.opcode, &instruction.operands) {
        (opcode::ILOAD..=opcode::ALOAD | opcode::ILOAD_0..=opcode::ALOAD_3, Operands::Local(0))
            if !site.is_static() =>
        {
            None
        }
        (opcode::ILOAD..=opcode::ALOAD | opcode::ILOAD_0..=opcode::ALOAD_3, Operands::Local(slot)) => {
            site.local_type(*slot)
        }
        (opcode::GETFIELD | opcode::GETSTATIC, Operands::Constant(index)) => {
            let field = site.class.constant_pool.member(*index)?;
            FieldType::parse(field.descriptor).ok().filter(|_| field.owner == site.class.name.as_str())
        }
        _ => None,
    }
}

pub(super) fn changes(site: &Site<'_>) -> Vec<Change> {
    let Some(ty) = loaded_type(site) else { return Vec::new() };
    let own = own_variable(site);
    let parameters = site.parameters().into_iter().filter(|(_, other)| *other == ty);
    let parameters = parameters.map(|(slot, ty)| Alternative::Parameter { slot, descriptor: ty.to_string() });
    let fields = site.class.fields.iter().filter(|field| {
        let is_static = field.access_flags & access::STATIC != 0;
        field.descriptor == ty
            && field.access_flags & access::SYNTHETIC == 0
            && (is_static || !site.is_static())
    });
    let fields = fields.map(|field| Alternative::Field {
        name: field.name.clone(),
        descriptor: ty.to_string(),
        is_static: field.access_flags & access::STATIC != 0,
    });
    parameters.chain(fields).filter(|other| !is_own(&own, other)).map(Change::Variable).collect()
}

/// What the instruction loads.
enum Own<'a> {
    Local(u16),
    Field(&'a str),
    Other,
}

fn own_variable<'a>(site: &Site<'a>) -> Own<'a> {
    match &site.instruction().operands {
        Operands::Local(slot) => Own::Local(*slot),
        Operands::Constant(index) => {
            site.class.constant_pool.member(*index).map_or(Own::Other, |field| Own::Field(field.name))
        }
        _ => Own::Other,
    }
}

fn is_own(own: &Own<'_>, alternative: &Alternative) -> bool {
    match (own, alternative) {
        (Own::Local(slot), Alternative::Parameter { slot: other, .. }) => slot == other,
        (Own::Field(name), Alternative::Field { name: other, .. }) => name == other,
        _ => false,
    }
}
