//! Values as their partitions see them.
//!
//! They are read natively, without running code under test. Collections and maps are asked for their size only if
//! the JDK wrote them; of others it is known that they are not null.

use evoke_analysis::{Partition, PartitionKind, PartitionedValue};
use jni_sys::{jclass, jmethodID, jobject, jvalue};

use crate::jni::{Env, Fault, JniType};
use crate::value_reader::ValueReader;

/// Methods of the JDK that tell how large something is.
pub(crate) struct PartitionedValues {
    env: Env,
    string: jclass,
    ordinal: jmethodID,
    containers: [(jclass, jmethodID); 2],
}

impl PartitionedValues {
    pub(crate) fn new(env: Env) -> Result<Self, Fault> {
        let container = |name: &str| {
            let class = env.find_boot_class(name)?;
            Ok((class, env.method(class, "size", "()I")?))
        };
        let enumeration = env.find_boot_class("java/lang/Enum")?;
        Ok(Self {
            env,
            string: env.find_boot_class("java/lang/String")?,
            ordinal: env.method(enumeration, "ordinal", "()I")?,
            containers: [container("java/util/Collection")?, container("java/util/Map")?],
        })
    }

    /// A value as its partition sees it.
    pub(crate) fn read(
        &self,
        jni_type: JniType,
        value: jvalue,
        partition: &Partition,
        values: &mut ValueReader,
    ) -> PartitionedValue {
        if jni_type != JniType::Reference {
            return number(jni_type, value);
        }
        // SAFETY: the type says which member was written.
        let object = unsafe { value.l };
        if object.is_null() {
            return PartitionedValue::Null;
        }
        let known = match partition.kind {
            PartitionKind::Boolean
            | PartitionKind::Integer
            | PartitionKind::Floating
            | PartitionKind::Character => {
                values.unboxed(object).map(|(jni_type, value)| number(jni_type, value))
            }
            PartitionKind::Sized => self.length(object, values).map(PartitionedValue::Length),
            PartitionKind::Enum(_) => self.int(object, self.ordinal).map(PartitionedValue::Constant),
            PartitionKind::Reference => None,
        };
        known.unwrap_or(PartitionedValue::Object)
    }

    /// `None` if the object has none, or only its own code knows.
    fn length(&self, object: jobject, values: &mut ValueReader) -> Option<u32> {
        if self.env.is_instance(object, self.string) {
            return Some(self.env.string_length(object));
        }
        let class_name = values.class_name(object);
        for (class, size) in self.containers {
            if self.env.is_instance(object, class) {
                let is_of_jdk = class_name.as_str().starts_with("java/");
                return if is_of_jdk { self.int(object, size) } else { None };
            }
        }
        class_name.as_str().starts_with('[').then(|| self.env.array_length(object))
    }

    fn int(&self, object: jobject, method: jmethodID) -> Option<u32> {
        let value = self.env.call_virtual(object, method, JniType::Int, &[]).ok()?;
        // SAFETY: the call returned an int.
        u32::try_from(unsafe { value.i }).ok()
    }
}

fn number(jni_type: JniType, value: jvalue) -> PartitionedValue {
    // SAFETY: the type says which member was written.
    unsafe {
        match jni_type {
            JniType::Boolean => PartitionedValue::Boolean(value.z),
            JniType::Byte => PartitionedValue::Integer(value.b.into()),
            JniType::Short => PartitionedValue::Integer(value.s.into()),
            JniType::Int => PartitionedValue::Integer(value.i.into()),
            JniType::Long => PartitionedValue::Integer(value.j),
            JniType::Char => PartitionedValue::Character(value.c),
            JniType::Float => PartitionedValue::Floating(value.f.into()),
            JniType::Double => PartitionedValue::Floating(value.d),
            JniType::Void | JniType::Reference => PartitionedValue::Object,
        }
    }
}
