//! Reads a Java value as far as an assertion can speak of it.

use evoke_classfile::ClassName;
use evoke_testcase::{JavaString, ObservedValue};
use jni_sys::{jarray, jclass, jmethodID, jobject, jthrowable, jvalue};

use evoke_runtime::members::{own_constants, plain_lists};

use crate::class_names::ClassNames;
use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};

/// Arrays longer than this are shown by their length alone.
const MAX_ELEMENTS: u32 = 10;

/// Arrays in arrays down to this depth are shown with their elements.
const MAX_DEPTH: u32 = 2;

/// Code units of a text that are shown at most: far more than an assertion quotes. A test may make texts that fill the
/// heap, and each of them would be copied.
const MAX_UNITS: u32 = 4096;

/// Code units of a text in a list.
const MAX_UNITS_OF_ELEMENT: usize = 60;

/// Box class, the method that opens it, its descriptor, and what comes out.
const BOXES: [(&str, &str, &str, JniType); 8] = [
    ("java/lang/Boolean", "booleanValue", "()Z", JniType::Boolean),
    ("java/lang/Byte", "byteValue", "()B", JniType::Byte),
    ("java/lang/Character", "charValue", "()C", JniType::Char),
    ("java/lang/Short", "shortValue", "()S", JniType::Short),
    ("java/lang/Integer", "intValue", "()I", JniType::Int),
    ("java/lang/Long", "longValue", "()J", JniType::Long),
    ("java/lang/Float", "floatValue", "()F", JniType::Float),
    ("java/lang/Double", "doubleValue", "()D", JniType::Double),
];

/// Classes and methods of the JDK that show values.
pub(crate) struct ValueReader {
    env: Env,
    string: jclass,
    boxes: Vec<(jclass, jmethodID, JniType)>,
    enumeration: jclass,
    name: jmethodID,
    declaring_class: jmethodID,
    message: jmethodID,
    stack_trace: jmethodID,
    class_of_frame: jmethodID,
    own_constants: jclass,
    constant_of: jmethodID,
    plain_lists: jclass,
    elements_of: jmethodID,
    field_name: jmethodID,
    field_class: jmethodID,
    names: ClassNames,
}

impl ValueReader {
    pub(crate) fn new(env: Env, runtime: &RuntimeClasses) -> Result<Self, Fault> {
        let open_box = |(name, method, descriptor, jni_type): (&str, &str, &str, JniType)| {
            let class = env.find_boot_class(name)?;
            Ok((class, env.method(class, method, descriptor)?, jni_type))
        };
        let enumeration = env.find_boot_class("java/lang/Enum")?;
        let throwable = env.find_boot_class("java/lang/Throwable")?;
        let frame = env.find_boot_class("java/lang/StackTraceElement")?;
        let field = env.find_boot_class("java/lang/reflect/Field")?;
        Ok(Self {
            env,
            string: env.find_boot_class("java/lang/String")?,
            boxes: BOXES.into_iter().map(open_box).collect::<Result<_, Fault>>()?,
            enumeration,
            name: env.method(enumeration, "name", "()Ljava/lang/String;")?,
            declaring_class: env.method(enumeration, "getDeclaringClass", "()Ljava/lang/Class;")?,
            message: env.method(throwable, "getMessage", "()Ljava/lang/String;")?,
            stack_trace: env.method(throwable, "getStackTrace", "()[Ljava/lang/StackTraceElement;")?,
            class_of_frame: env.method(frame, "getClassName", "()Ljava/lang/String;")?,
            own_constants: runtime.own_constants,
            constant_of: static_method(env, runtime.own_constants, own_constants::OF)?,
            plain_lists: runtime.plain_lists,
            elements_of: static_method(env, runtime.plain_lists, plain_lists::ELEMENTS_OF)?,
            field_name: env.method(field, "getName", "()Ljava/lang/String;")?,
            field_class: env.method(field, "getDeclaringClass", "()Ljava/lang/Class;")?,
            names: ClassNames::new(env)?,
        })
    }

    /// The value of a type; `None` for `void`.
    pub(crate) fn read(&mut self, jni_type: JniType, value: jvalue) -> Result<Option<ObservedValue>, Fault> {
        // SAFETY: the type says which member was written.
        unsafe {
            Ok(Some(match jni_type {
                JniType::Void => return Ok(None),
                JniType::Boolean => ObservedValue::Boolean(value.z),
                JniType::Byte => ObservedValue::Byte(value.b),
                JniType::Char => ObservedValue::Char(value.c),
                JniType::Short => ObservedValue::Short(value.s),
                JniType::Int => ObservedValue::Int(value.i),
                JniType::Long => ObservedValue::Long(value.j),
                JniType::Float => ObservedValue::Float(value.f),
                JniType::Double => ObservedValue::Double(value.d),
                JniType::Reference => self.reference(value.l)?,
            }))
        }
    }

    /// The run-time class of an object that is not null, in internal form; an array's is its descriptor.
    pub(crate) fn class_name(&mut self, object: jobject) -> ClassName {
        self.names.of(object)
    }

    /// The beginning of `getMessage()`, which is the code under test's own; `None` also if it throws.
    pub(crate) fn message(&self, thrown: jthrowable) -> Option<JavaString> {
        let message = self.env.call_virtual(thrown, self.message, JniType::Reference, &[]).ok()?;
        // SAFETY: the call returned a reference.
        let message = unsafe { message.l };
        (!message.is_null()).then(|| self.env.string_beginning(message, MAX_UNITS))
    }

    /// The class whose code made the exception, as Java writes it; `None` if that was no Java code, or if nothing is known of it.
    pub(crate) fn maker(&self, thrown: jthrowable) -> Option<String> {
        let frames = self.env.call_virtual(thrown, self.stack_trace, JniType::Reference, &[]).ok()?;
        // SAFETY: the call returned a reference.
        let frames = unsafe { frames.l };
        if frames.is_null() || self.env.array_length(frames) == 0 {
            return None;
        }
        // SAFETY: the array holds references, and has one.
        let frame = unsafe { self.env.element(frames, JniType::Reference, 0).l };
        let class = self.env.call_virtual(frame, self.class_of_frame, JniType::Reference, &[]).ok()?;
        // SAFETY: the call returned a reference.
        let class = unsafe { class.l };
        (!class.is_null()).then(|| self.env.utf8_string(class))
    }

    /// What is in a box; `None` for any other object.
    pub(crate) fn unboxed(&self, object: jobject) -> Option<(JniType, jvalue)> {
        let (_, open, jni_type) =
            self.boxes.iter().find(|(class, ..)| self.env.is_instance(object, *class))?;
        let value = self.env.call_virtual(object, *open, *jni_type, &[]).ok()?;
        Some((*jni_type, value))
    }

    fn reference(&mut self, object: jobject) -> Result<ObservedValue, Fault> {
        if let Some(leaf) = self.leaf(object)? {
            return Ok(leaf);
        }
        let class = self.names.of(object);
        match class.as_str().strip_prefix('[') {
            Some(element) => self.array(object, element_type(element), 1),
            None => Ok(self.list(object)?.map_or(ObservedValue::Object { class }, ObservedValue::List)),
        }
    }

    /// The elements of a list, where all of them can be shown.
    fn list(&mut self, object: jobject) -> Result<Option<Vec<ObservedValue>>, Fault> {
        let arguments = [jvalue { l: object }, jvalue { i: MAX_ELEMENTS as i32 }];
        let elements =
            self.env.call_static(self.plain_lists, self.elements_of, JniType::Reference, &arguments)?;
        // SAFETY: the call returned a reference.
        let elements = unsafe { elements.l };
        if elements.is_null() {
            return Ok(None);
        }
        let mut shown = Vec::new();
        for index in 0..self.env.array_length(elements) {
            // SAFETY: the array holds references.
            let element = unsafe { self.env.element(elements, JniType::Reference, index as i32).l };
            let Some(leaf) = self.leaf(element)?.filter(is_told_in_a_list) else { return Ok(None) };
            shown.push(leaf);
        }
        Ok(Some(shown))
    }

    /// Null, what is in a box, a string or a constant. Of a string its beginning.
    fn leaf(&mut self, object: jobject) -> Result<Option<ObservedValue>, Fault> {
        if object.is_null() {
            return Ok(Some(ObservedValue::Null));
        }
        if self.env.is_instance(object, self.string) {
            return Ok(Some(ObservedValue::String(self.env.string_beginning(object, MAX_UNITS))));
        }
        let known = self.boxes.iter().find(|(class, ..)| self.env.is_instance(object, *class));
        if let Some((_, open, jni_type)) = known.copied() {
            let value = self.env.call_virtual(object, open, jni_type, &[])?;
            return self.read(jni_type, value);
        }
        if !self.env.is_instance(object, self.enumeration) {
            return self.own_constant(object);
        }
        let (class, constant) = self.class_and_name(object, self.declaring_class, self.name)?;
        Ok(Some(ObservedValue::Enum { class, constant }))
    }

    /// The constant of its own class that holds the object, if one does.
    fn own_constant(&mut self, object: jobject) -> Result<Option<ObservedValue>, Fault> {
        let arguments = [jvalue { l: object }];
        let field =
            self.env.call_static(self.own_constants, self.constant_of, JniType::Reference, &arguments)?;
        // SAFETY: the call returned a reference.
        let field = unsafe { field.l };
        if field.is_null() {
            return Ok(None);
        }
        let (class, field) = self.class_and_name(field, self.field_class, self.field_name)?;
        Ok(Some(ObservedValue::OwnConstant { class, field }))
    }

    /// What these methods give of a constant or of the field that holds one.
    fn class_and_name(
        &mut self,
        constant: jobject,
        class: jmethodID,
        name: jmethodID,
    ) -> Result<(ClassName, String), Fault> {
        let name = self.env.call_virtual(constant, name, JniType::Reference, &[])?;
        let class = self.env.call_virtual(constant, class, JniType::Reference, &[])?;
        // SAFETY: both calls returned references, and a constant has a name and a class.
        let (name, class) = unsafe { (name.l, class.l) };
        let name = self.env.utf8_string(name);
        Ok((self.names.name(class)?, name))
    }

    /// An array at a depth of arrays in arrays, with what is in it if that can be shown.
    fn array(&mut self, array: jarray, jni_type: JniType, depth: u32) -> Result<ObservedValue, Fault> {
        let length = self.env.array_length(array);
        if length > MAX_ELEMENTS {
            return Ok(ObservedValue::Array { length, elements: None });
        }
        let mut elements = Vec::new();
        for index in 0..length {
            let value = self.env.element(array, jni_type, index as i32);
            let shown = match jni_type {
                // SAFETY: the type says which member was written.
                JniType::Reference => self.element(unsafe { value.l }, depth)?,
                _ => self.read(jni_type, value)?,
            };
            let Some(shown) = shown else { return Ok(ObservedValue::Array { length, elements: None }) };
            elements.push(shown);
        }
        Ok(ObservedValue::Array { length, elements: Some(elements) })
    }

    /// What an array of references holds at a place, if that can be shown. Floating point numbers behind references cannot, as
    /// they would be compared exactly.
    fn element(&mut self, object: jobject, depth: u32) -> Result<Option<ObservedValue>, Fault> {
        if let Some(leaf) = self.leaf(object)? {
            let is_real = matches!(leaf, ObservedValue::Float(_) | ObservedValue::Double(_));
            return Ok((!is_real).then_some(leaf));
        }
        let class = self.names.of(object);
        match class.as_str().strip_prefix('[') {
            Some("F" | "D") => Ok(None),
            Some(element) if depth < MAX_DEPTH => {
                let row = self.array(object, element_type(element), depth + 1)?;
                Ok(matches!(row, ObservedValue::Array { elements: Some(_), .. }).then_some(row))
            }
            _ => Ok(None),
        }
    }
}

/// Whether it reads well among others. Floating point numbers would be compared exactly.
fn is_told_in_a_list(element: &ObservedValue) -> bool {
    match element {
        ObservedValue::String(text) => text.len() <= MAX_UNITS_OF_ELEMENT,
        ObservedValue::Float(_) | ObservedValue::Double(_) => false,
        _ => true,
    }
}

/// Type of the elements of an array by its class name after the first bracket.
fn element_type(name: &str) -> JniType {
    match name {
        "Z" => JniType::Boolean,
        "B" => JniType::Byte,
        "C" => JniType::Char,
        "S" => JniType::Short,
        "I" => JniType::Int,
        "J" => JniType::Long,
        "F" => JniType::Float,
        "D" => JniType::Double,
        _ => JniType::Reference,
    }
}
