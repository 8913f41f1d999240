//! RV, replace variable: a load of a local variable or of an own field becomes the load of another local variable or own
//! field of the same type. Local variables are those that debug information has in scope and that are assigned on every
//! way; without debug information, parameters.

use std::collections::BTreeMap;
use std::fmt;

use evoke_classfile::{FieldType, Operands, access, opcode};
use serde::{Deserialize, Serialize};

use super::Site;
use super::definite_assignment::LocalType;

/// What is loaded instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Alternative {
    /// A local variable.
    Local {
        /// Its slot.
        slot: u16,
        /// Its name, where debug information tells.
        name: Option<String>,
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
            Self::Local { descriptor, .. } | Self::Field { descriptor, .. } => descriptor,
        }
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local { name: Some(name), .. } => f.write_str(name),
            Self::Local { slot, .. } => write!(f, "parameter in slot {slot}"),
            Self::Field { name, .. } => write!(f, "field {name}"),
        }
    }
}

/// The type of the variable that the instruction loads: a local variable, or a field of the class itself.
pub(super) fn loaded_type(site: &Site<'_>) -> Option<FieldType> {
    let instruction = site.instruction();
    match (instruction.opcode, &instruction.operands) {
        (code, Operands::Local(slot)) if opcode::local_load(code).is_some() => {
            let is_this = *slot == 0 && !site.is_static();
            if is_this { None } else { site.local_type(*slot) }
        }
        (opcode::GETFIELD | opcode::GETSTATIC, Operands::Constant(index)) => {
            let field = site.class.constant_pool.member(*index)?;
            FieldType::parse(field.descriptor).ok().filter(|_| field.owner == site.class.name.as_str())
        }
        _ => None,
    }
}

/// The variables that may be loaded in place of the one that the instruction loads.
pub(super) fn alternatives(site: &Site<'_>) -> impl Iterator<Item = Alternative> {
    loaded_type(site).into_iter().flat_map(|ty| alternatives_of(site, &ty))
}

fn alternatives_of(site: &Site<'_>, ty: &FieldType) -> Vec<Alternative> {
    let own = own_variable(site);
    let locals = loadable_locals(site, ty);
    let has_this = site.has_this();
    let fields = site.class.fields.iter().filter(|field| {
        let is_static = field.access_flags & access::STATIC != 0;
        field.descriptor == *ty && field.access_flags & access::SYNTHETIC == 0 && (is_static || has_this)
    });
    let fields = fields.map(|field| Alternative::Field {
        name: field.name.clone(),
        descriptor: ty.to_string(),
        is_static: field.access_flags & access::STATIC != 0,
    });
    locals.into_iter().chain(fields).filter(|other| !is_own(&own, other)).collect()
}

/// Local variables of a type that may be loaded in place of the instruction, by slot.
fn loadable_locals(site: &Site<'_>, ty: &FieldType) -> Vec<Alternative> {
    let assigned = site.assigned();
    let first = u16::from(!site.is_static());
    let mut names: BTreeMap<u16, Option<String>> = BTreeMap::new();
    for (slot, parameter) in site.parameters() {
        if parameter == *ty {
            names.insert(slot, None);
        }
    }
    for variable in site.in_scope().filter(|variable| variable.slot >= first) {
        if variable.descriptor == *ty {
            names.insert(variable.slot, Some(variable.name.clone()));
        } else {
            names.remove(&variable.slot);
        }
    }
    names.retain(|slot, _| assigned.get(usize::from(*slot)) == Some(&LocalType::of(ty)));
    let descriptor = ty.to_string();
    names
        .into_iter()
        .map(|(slot, name)| Alternative::Local { slot, name, descriptor: descriptor.clone() })
        .collect()
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
        (Own::Local(slot), Alternative::Local { slot: other, .. }) => slot == other,
        (Own::Field(name), Alternative::Field { name: other, .. }) => name == other,
        _ => false,
    }
}
