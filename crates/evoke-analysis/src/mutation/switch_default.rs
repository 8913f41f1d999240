//! Swap default: a switch goes where its first case leads by default, and elsewhere by default's way (PIT's `EXPERIMENTAL_SWITCH`).
//!
//! The two halves that compilers make of a switch over strings have a mutant together, at the second; a switch over patterns has none, since
//! it begins again with other keys.

use std::collections::BTreeSet;

use evoke_classfile::{Operands, opcode};

use super::Site;

/// Keys that lead as a switch does by default and as its first other case does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwappedKeys {
    /// A key that no case has, or one whose case leads where the switch does by default.
    pub default: i32,
    /// Of the first case that leads elsewhere.
    pub first: i32,
    /// Of all cases that lead elsewhere than the switch does by default.
    pub elsewhere: BTreeSet<i32>,
}

impl SwappedKeys {
    /// Of a switch with this default target and these keys and targets. `None` if all lead to the same place.
    pub fn of(default: u32, cases: &[(i32, u32)]) -> Option<Self> {
        let elsewhere: BTreeSet<i32> =
            cases.iter().filter(|(_, target)| *target != default).map(|(key, _)| *key).collect();
        let first = *elsewhere.first()?;
        let default = (0..=i32::MAX).find(|key| !elsewhere.contains(key))?;
        Some(Self { default, first, elsewhere })
    }

    /// The key that makes a switch go where the mutant goes.
    pub fn swapped(&self, key: i32) -> i32 {
        if self.elsewhere.contains(&key) { self.default } else { self.first }
    }
}

/// Whether the instruction is a switch that has another case than its default.
pub(super) fn is_swappable(site: &Site<'_>) -> bool {
    let Operands::Switch { default, cases } = &site.instruction().operands else { return false };
    !is_over_hash_codes_or_patterns(site) && SwappedKeys::of(*default, cases).is_some()
}

fn is_over_hash_codes_or_patterns(site: &Site<'_>) -> bool {
    site.previous().is_some_and(|key| match (key.opcode, &key.operands) {
        (opcode::INVOKEDYNAMIC, _) => true,
        (opcode::INVOKEVIRTUAL, Operands::Constant(callee)) => {
            let callee = site.class.constant_pool.member(*callee);
            callee.is_some_and(|callee| callee.owner == "java/lang/String" && callee.name == "hashCode")
        }
        _ => false,
    })
}
