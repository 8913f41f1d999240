//! JNI as far as Evoke uses it: checked texts, Rust types where that costs nothing, and no exception that stays pending
//! behind the back of the caller.

mod array_elements;
mod arrays;
mod calls;
mod env;
mod fault;
mod fields;
mod jni_type;
mod local_frame;
mod strings;

pub(crate) use array_elements::{ArrayElement, Elements};
pub(crate) use arrays::PrimitiveArray;
pub(crate) use env::Env;
pub(crate) use fault::Fault;
pub(crate) use jni_type::JniType;
pub(crate) use local_frame::LocalFrame;
