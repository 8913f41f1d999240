//! Reads a Java value as far as an assertion can speak of it.

use evoke_testcase::{JavaString, ObservedValue};
use jni_sys::{jarray, jclass, jmethodID, jobject, jthrowable, jvalue};

use crate::class_names::ClassNames;
use crate::env::{Env, Pending};
use crate::kind::Kind;

/// Arrays longer than this are shown by their length alone.
const MAX_ELEMENTS: u32 = 10;

/// Box class, the method that opens it, its descriptor, and what comes out.
const BOXES: [(&str, &str, &str, Kind); 8] = [
    ("java/lang/Boolean", "booleanValue", "()Z", Kind::Boolean),
    ("java/lang/Byte", "byteValue", "()B", Kind::Byte),
    ("java/lang/Character", "charValue", "()C", Kind::Char),
    ("java/lang/Short", "shortValue", "()S", Kind::Short),
    ("java/lang/Integer", "intValue", "()I", Kind::Int),
    ("java/lang/Long", "longValue", "()J", Kind::Long),
    ("java/lang/Float", "floatValue", "()F", Kind::Float),
    ("java/lang/Double", "doubleValue", "()D", Kind::Double),
];

/// Classes and methods of the JDK that show values.
pub(crate) struct ValueReader {
    env: Env,
    string: jclass,
    boxes: Vec<(jclass, jmethodID, Kind)>,
    enumeration: jclass,
    name: jmethodID,
    declaring_class: jmethodID,
    message: jmethodID,
}

impl ValueReader {
    pub(crate) fn new(env: Env) -> Result<Self, Pending> {
        let open_box = |(name, method, descriptor, kind): (&str, &str, &str, Kind)| {
            let class = env.find_boot_class(name)?;
            Ok((class, env.method(class, method, descriptor)?, kind))
        };
        let enumeration = env.find_boot_class("java/lang/Enum")?;
        let throwable = env.find_boot_class("java/lang/Throwable")?;
        Ok(Self {
            env,
            string: env.find_boot_class("java/lang/String")?,
            boxes: BOXES.into_iter().map(open_box).collect::<Result<_, Pending>>()?,
            enumeration,
            name: env.method(enumeration, "name", "()Ljava/lang/String;")?,
            declaring_class: env.method(enumeration, "getDeclaringClass", "()Ljava/lang/Class;")?,
            message: env.method(throwable, "getMessage", "()Ljava/lang/String;")?,
        })
    }

    /// The value of a kind; `None` for `void`.
    pub(crate) fn read(
        &self,
        names: &mut ClassNames,
        kind: Kind,
        value: jvalue,
    ) -> Result<Option<ObservedValue>, Pending> {
        // SAFETY: the kind says which member was written.
        unsafe {
            Ok(Some(match kind {
                Kind::Void => return Ok(None),
                Kind::Boolean => ObservedValue::Boolean(value.z),
                Kind::Byte => ObservedValue::Byte(value.b),
                Kind::Char => ObservedValue::Char(value.c),
                Kind::Short => ObservedValue::Short(value.s),
                Kind::Int => ObservedValue::Int(value.i),
                Kind::Long => ObservedValue::Long(value.j),
                Kind::Float => ObservedValue::Float(value.f),
                Kind::Double => ObservedValue::Double(value.d),
                Kind::Reference => self.reference(names, value.l)?,
            }))
        }
    }

    /// `getMessage()`, which is the code under test's own; `None` also if it throws.
    pub(crate) fn message(&self, thrown: jthrowable) -> Option<JavaString> {
        let message = self.env.try_call_virtual(thrown, self.message, Kind::Reference, &[]).ok()?;
        // SAFETY: the call returned a reference.
        let message = unsafe { message.l };
        (!message.is_null()).then(|| self.env.string(message))
    }

    /// What is in a box; `None` for any other object.
    pub(crate) fn unboxed(&self, object: jobject) -> Option<(Kind, jvalue)> {
        let (_, open, kind) = self.boxes.iter().find(|(class, ..)| self.env.is_instance(object, *class))?;
        let value = self.env.try_call_virtual(object, *open, *kind, &[]);
        value.inspect_err(|_| self.env.clear_exception()).ok().map(|value| (*kind, value))
    }

    fn reference(&self, names: &mut ClassNames, object: jobject) -> Result<ObservedValue, Pending> {
        if let Some(leaf) = self.leaf(names, object)? {
            return Ok(leaf);
        }
        for (class, open, kind) in &self.boxes {
            if self.env.is_instance(object, *class) {
                let value = self.env.try_call_virtual(object, *open, *kind, &[])?;
                return Ok(self.read(names, *kind, value)?.unwrap_or(ObservedValue::Null));
            }
        }
        let class = names.of(object);
        match class.as_str().strip_prefix('[') {
            Some(element) => self.array(names, object, element_kind(element)),
            None => Ok(ObservedValue::Object { class }),
        }
    }

    /// Null, a string or an enum constant: what an array's content may be, besides primitives.
    fn leaf(&self, names: &mut ClassNames, object: jobject) -> Result<Option<ObservedValue>, Pending> {
        if object.is_null() {
            return Ok(Some(ObservedValue::Null));
        }
        if self.env.is_instance(object, self.string) {
            return Ok(Some(ObservedValue::String(self.env.string(object))));
        }
        if !self.env.is_instance(object, self.enumeration) {
            return Ok(None);
        }
        let name = self.env.try_call_virtual(object, self.name, Kind::Reference, &[])?;
        let class = self.env.try_call_virtual(object, self.declaring_class, Kind::Reference, &[])?;
        // SAFETY: both calls returned references, and an enum constant has a name and a class.
        let (name, class) = unsafe { (name.l, class.l) };
        let constant = self.env.utf8_string(name);
        Ok(Some(ObservedValue::Enum { class: names.name(class)?, constant }))
    }

    fn array(&self, names: &mut ClassNames, array: jarray, kind: Kind) -> Result<ObservedValue, Pending> {
        let length = self.env.array_length(array);
        let mut elements = Some(Vec::new());
        if length > MAX_ELEMENTS {
            elements = None;
        }
        for index in 0..length.min(MAX_ELEMENTS) {
            let value = self.env.element(array, kind, index as i32);
            // SAFETY: the kind says which member was written.
            let shown = match kind {
                Kind::Reference => self.leaf(names, unsafe { value.l })?,
                _ => self.read(names, kind, value)?,
            };
            match (&mut elements, shown) {
                (Some(elements), Some(shown)) => elements.push(shown),
                _ => elements = None,
            }
        }
        Ok(ObservedValue::Array { length, elements })
    }
}

/// Kind of the elements of an array by its class name after the first bracket.
fn element_kind(name: &str) -> Kind {
    match name {
        "Z" => Kind::Boolean,
        "B" => Kind::Byte,
        "C" => Kind::Char,
        "S" => Kind::Short,
        "I" => Kind::Int,
        "J" => Kind::Long,
        "F" => Kind::Float,
        "D" => Kind::Double,
        _ => Kind::Reference,
    }
}
