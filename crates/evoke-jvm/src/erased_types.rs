//! Erased types with dense ids and their classes: what a reference is known to be, and what it has to be.

use evoke_classfile::FieldType;
use jni_sys::{jclass, jmethodID, jobject, jvalue};
use rustc_hash::FxHashMap;

use crate::jni::{Env, Fault, JniType};

/// An erased type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ErasedId(u32);

/// Interned erased types; classes are loaded on demand by the loader of the class under test.
pub(crate) struct ErasedTypes {
    env: Env,
    loader: jobject,
    class_class: jclass,
    for_name: jmethodID,
    not_found: jclass,
    entries: Vec<Entry>,
    ids: FxHashMap<FieldType, ErasedId>,
}

struct Entry {
    ty: FieldType,
    /// A global reference, null until loaded.
    class: jclass,
}

impl ErasedTypes {
    pub(crate) const OBJECT: ErasedId = ErasedId(0);

    pub(crate) fn new(env: Env, loader: jobject) -> Result<Self, Fault> {
        let class_class = env.find_boot_class("java/lang/Class")?;
        let for_name = env.static_method(
            class_class,
            "forName",
            "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
        )?;
        let not_found = env.find_boot_class("java/lang/ClassNotFoundException")?;
        let (entries, ids) = (Vec::new(), FxHashMap::default());
        let mut types = Self { env, loader, class_class, for_name, not_found, entries, ids };
        types.intern(&FieldType::Object("java/lang/Object".into()));
        Ok(types)
    }

    pub(crate) fn intern(&mut self, ty: &FieldType) -> ErasedId {
        if let Some(id) = self.ids.get(ty) {
            return *id;
        }
        let id = ErasedId(self.entries.len() as u32);
        self.entries.push(Entry { ty: ty.clone(), class: std::ptr::null_mut() });
        self.ids.insert(ty.clone(), id);
        id
    }

    pub(crate) fn get(&self, id: ErasedId) -> &FieldType {
        &self.entries[id.0 as usize].ty
    }

    /// The class, not initialised by this. Primitives have theirs too.
    pub(crate) fn class(&mut self, id: ErasedId) -> Result<jclass, Fault> {
        let entry = &self.entries[id.0 as usize];
        if !entry.class.is_null() {
            return Ok(entry.class);
        }
        let class = match primitive_box(&entry.ty) {
            Some(box_class) => self.primitive_class(box_class)?,
            None => self.load(&runtime_name(&entry.ty))?,
        };
        self.entries[id.0 as usize].class = class;
        Ok(class)
    }

    /// Loads by the name that `Class.getName` would print. A class that is not there is refused rather than
    /// thrown: the linker, which a test would meet in place of `Class.forName`, throws another exception.
    fn load(&self, name: &str) -> Result<jclass, Fault> {
        let name = self.env.new_text(name)?;
        let arguments = [jvalue { l: name }, jvalue { z: false }, jvalue { l: self.loader }];
        let class = self.env.call_static(self.class_class, self.for_name, JniType::Reference, &arguments);
        self.env.delete_local(name);
        let class = class.map_err(|fault| match fault {
            Fault::Threw(thrown) if self.env.is_instance(thrown, self.not_found) => Fault::Refused("forName"),
            other => other,
        })?;
        // SAFETY: the call returned a reference.
        self.env.globalize(unsafe { class.l })
    }

    fn primitive_class(&self, box_class: &str) -> Result<jclass, Fault> {
        let box_class = self.env.find_boot_class(box_class)?;
        let field = self.env.static_field(box_class, "TYPE", "Ljava/lang/Class;")?;
        // SAFETY: the field holds a reference.
        let class = unsafe { self.env.get_static(box_class, field, JniType::Reference).l };
        self.env.delete_global(box_class);
        self.env.globalize(class)
    }
}

fn primitive_box(ty: &FieldType) -> Option<&'static str> {
    Some(match ty {
        FieldType::Boolean => "java/lang/Boolean",
        FieldType::Byte => "java/lang/Byte",
        FieldType::Char => "java/lang/Character",
        FieldType::Short => "java/lang/Short",
        FieldType::Int => "java/lang/Integer",
        FieldType::Long => "java/lang/Long",
        FieldType::Float => "java/lang/Float",
        FieldType::Double => "java/lang/Double",
        FieldType::Object(_) | FieldType::Array(_) => return None,
    })
}

fn runtime_name(ty: &FieldType) -> String {
    match ty {
        FieldType::Object(name) => name.binary(),
        other => other.to_string().replace('/', "."),
    }
}
