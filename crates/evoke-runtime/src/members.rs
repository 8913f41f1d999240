//! Methods and fields of the runtime classes that are not private, a module for each class, written by the build script from what the
//! Java sources declare.
//!
//! A constant has the name of its member. Where a name is overloaded, the types of the parameters follow it: primitives as in
//! descriptors, classes by their simple names. Constructors are called `NEW`.

include!(concat!(env!("OUT_DIR"), "/members.rs"));
