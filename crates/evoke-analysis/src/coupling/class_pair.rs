//! The classes of a pair and the part that each of their methods plays: the caller's, the callee's or none.
//!
//! A class stands for itself, for what is nested in it, and for what it inherits from superclasses and, as default methods, from interfaces
//! on the class path. Where one of the two extends or implements the other, the one above stands for the methods that the one below does
//! not override, and that for its own alone.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Method, access};
use serde::{Deserialize, Serialize};

use crate::ClassLibrary;

/// The class files of a caller and a callee.
#[derive(Debug)]
pub struct ClassPair {
    /// How the two are related.
    pub relation: PairRelation,
    /// The class that tests use: the caller, or the callee where that extends the caller.
    pub(super) tested: ClassName,
    pub(super) caller: Side,
    pub(super) callee: Side,
}

/// One of the two.
#[derive(Debug)]
pub(super) struct Side {
    /// The class, then what is nested in it.
    pub(super) own: Vec<ClassFile>,
    /// What it inherits from: superclasses, nearest first, then interfaces, those that extend others before them.
    pub(super) inherited: Vec<Rc<ClassFile>>,
    /// Name and descriptor of methods of its own that play no part, since the other class overrides them.
    overridden: BTreeSet<(String, String)>,
}

/// Whether one class of a pair extends or implements the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairRelation {
    /// Neither does.
    Unrelated,
    /// The callee extends or implements the caller, whose calls reach what it overrides.
    CallerIsSuperclass,
    /// The caller extends or implements the callee, whose methods it inherits and calls.
    CalleeIsSuperclass,
}

/// Why two classes are no pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// One of them cannot be read.
    #[error("class {0} is not on the class path or cannot be read")]
    Missing(String),
    /// There is but one class.
    #[error("a class is no pair with itself")]
    Same,
}

impl ClassPair {
    /// Reads the classes of a pair.
    ///
    /// # Errors
    /// If a class cannot be read, or the two are one.
    pub fn read(
        library: &ClassLibrary<'_>,
        caller: &ClassName,
        callee: &ClassName,
    ) -> Result<Self, PairError> {
        if caller == callee {
            return Err(PairError::Same);
        }
        let read =
            |name: &ClassName| library.with_nested(name).ok_or_else(|| PairError::Missing(name.binary()));
        let (mut own_caller, mut own_callee) = (read(caller)?, read(callee)?);
        // A class nested in the other one is part of the pair as itself.
        let without = |files: &mut Vec<ClassFile>, other: &ClassName| {
            let nested = format!("{}$", other.as_str());
            files.retain(|file| file.name != *other && !file.name.as_str().starts_with(&nested));
        };
        if callee.as_str().starts_with(&format!("{}$", caller.as_str())) {
            without(&mut own_caller, callee);
        } else {
            without(&mut own_callee, caller);
        }
        let above =
            |files: &[ClassFile]| files.first().map_or_else(Vec::new, |file| inherited_from(library, file));
        let (above_caller, above_callee) = (above(&own_caller), above(&own_callee));
        let is_in =
            |classes: &[Rc<ClassFile>], name: &ClassName| classes.iter().any(|class| class.name == *name);
        let relation = if is_in(&above_callee, caller) {
            PairRelation::CallerIsSuperclass
        } else if is_in(&above_caller, callee) {
            PairRelation::CalleeIsSuperclass
        } else {
            PairRelation::Unrelated
        };
        let (caller, callee) = sides(relation, (own_caller, above_caller), (own_callee, above_callee));
        let tested = if relation == PairRelation::CallerIsSuperclass { &callee } else { &caller };
        let tested = tested.own.first().map_or_else(|| ClassName::new(""), |file| file.name.clone());
        Ok(Self { relation, tested, caller, callee })
    }

    /// All class files, each once: the tested class first, then by side.
    pub fn files(&self) -> Vec<ClassFile> {
        let (first, second) = if self.tested == self.caller.own[0].name {
            (&self.caller, &self.callee)
        } else {
            (&self.callee, &self.caller)
        };
        let own = first.own.iter().chain(&second.own);
        let inherited = first.inherited.iter().chain(&second.inherited).map(Rc::as_ref);
        let mut seen = BTreeSet::new();
        own.chain(inherited).filter(|file| seen.insert(file.name.clone())).cloned().collect()
    }
}

/// The sides of a pair, of class files with what they inherit from.
fn sides(
    relation: PairRelation,
    caller: (Vec<ClassFile>, Vec<Rc<ClassFile>>),
    callee: (Vec<ClassFile>, Vec<Rc<ClassFile>>),
) -> (Side, Side) {
    let declared = |files: &[ClassFile]| files.first().map(instance_methods).unwrap_or_default();
    let side = |(own, inherited): (Vec<ClassFile>, Vec<Rc<ClassFile>>), overridden| Side {
        own,
        inherited,
        overridden,
    };
    match relation {
        PairRelation::Unrelated => {
            let shared: BTreeSet<ClassName> = callee.1.iter().map(|class| class.name.clone()).collect();
            let mut caller = side(caller, BTreeSet::new());
            caller.inherited.retain(|class| !shared.contains(&class.name));
            (caller, side(callee, BTreeSet::new()))
        }
        PairRelation::CallerIsSuperclass => {
            let overridden = declared(&callee.0);
            (side(caller, overridden), side((callee.0, Vec::new()), BTreeSet::new()))
        }
        PairRelation::CalleeIsSuperclass => {
            let overridden = declared(&caller.0);
            (side((caller.0, Vec::new()), BTreeSet::new()), side(callee, overridden))
        }
    }
}

impl Side {
    /// Whether the method is of this side.
    pub(super) fn has(&self, class: &ClassName, name: &str, descriptor: &str) -> bool {
        let key = (name.to_owned(), descriptor.to_owned());
        let is_own = self.own.iter().position(|file| file.name == *class);
        match is_own {
            Some(0) => !self.overridden.contains(&key),
            Some(_) => true,
            None => {
                let Some(position) = self.inherited.iter().position(|file| file.name == *class) else {
                    return false;
                };
                let nearer = self.own.iter().take(1).chain(self.inherited[..position].iter().map(Rc::as_ref));
                !self.overridden.contains(&key)
                    && !nearer.into_iter().any(|file| instance_methods(file).contains(&key))
            }
        }
    }

    /// Whether code of the class is of this side.
    pub(super) fn consists_of(&self, class: &ClassName) -> bool {
        self.owns(class) || self.inherited.iter().any(|file| file.name == *class)
    }

    /// Whether the class itself or a class nested in it has this name.
    pub(super) fn owns(&self, class: &ClassName) -> bool {
        self.own.iter().any(|file| file.name == *class)
    }
}

/// Superclasses on the class path, nearest first, then interfaces there that have default methods, each before those that it extends.
pub(super) fn inherited_from(library: &ClassLibrary<'_>, class: &ClassFile) -> Vec<Rc<ClassFile>> {
    let mut found = superclasses(library, class);
    let gives_methods = |ancestor: &Rc<ClassFile>| {
        ancestor.access_flags & access::INTERFACE != 0
            && library.is_on_class_path(&ancestor.name)
            && ancestor.methods.iter().any(|it| it.code.is_some() && it.access_flags & access::STATIC == 0)
    };
    let mut interfaces: Vec<Rc<ClassFile>> =
        library.ancestors(class).into_iter().filter(gives_methods).collect();
    // What extends another interface has more above it than that.
    interfaces.sort_by_cached_key(|it| (Reverse(library.ancestors(it).len()), it.name.clone()));
    found.extend(interfaces);
    found
}

/// Superclasses on the class path, nearest first.
fn superclasses(library: &ClassLibrary<'_>, class: &ClassFile) -> Vec<Rc<ClassFile>> {
    let mut found: Vec<Rc<ClassFile>> = Vec::new();
    let mut next = class.super_class.clone();
    while let Some(name) = next.take() {
        let is_known = found.iter().any(|class| class.name == name);
        let Some(class) = library.get(&name).filter(|_| !is_known && library.is_on_class_path(&name)) else {
            break;
        };
        next.clone_from(&class.super_class);
        found.push(class);
    }
    found
}

/// Name and descriptor of the methods that override others of the same.
fn instance_methods(class: &ClassFile) -> BTreeSet<(String, String)> {
    let overrides = |method: &&Method| {
        method.access_flags & (access::STATIC | access::PRIVATE) == 0 && !method.name.starts_with('<')
    };
    class
        .methods
        .iter()
        .filter(overrides)
        .map(|method| (method.name.clone(), method.descriptor.to_string()))
        .collect()
}
