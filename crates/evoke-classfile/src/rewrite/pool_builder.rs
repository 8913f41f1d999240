//! A constant pool that grows at its end, so that every index of the original stays what it was, and the table of bootstrap methods
//! that constants name by their position.

use std::collections::BTreeMap;

use super::error::RewriteError;
use crate::constant_pool::modified_utf8;
use crate::{BootstrapMethod, ConstantPool, FieldType, MethodDescriptor, reference_kind};

/// Bytes that a text of the pool has at most (JVMS 4.4.7).
pub const MAX_TEXT_BYTES: usize = u16::MAX as usize;

/// A method reference together with what calling it does to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodRef {
    /// Constant pool index.
    pub index: u16,
    /// Slots of the parameters, without a receiver.
    pub argument_slots: u16,
    /// Slots of the result: 0, 1 or 2.
    pub return_slots: u16,
}

impl MethodRef {
    fn of(index: u16, descriptor: &str) -> Result<Self, RewriteError> {
        let descriptor = MethodDescriptor::parse(descriptor)?;
        Ok(Self {
            index,
            argument_slots: descriptor.parameter_slots(),
            return_slots: descriptor.return_type.as_ref().map_or(0, FieldType::slots),
        })
    }
}

/// A field reference together with the slots its value takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldRef {
    /// Constant pool index.
    pub index: u16,
    /// Slots of the field's value: 1 or 2.
    pub slots: u16,
}

/// Adds constants. Adding the same constant twice gives the same index.
#[derive(Debug)]
pub struct PoolBuilder<'a> {
    original: &'a ConstantPool,
    added: Vec<u8>,
    count: u16,
    /// Bytes of an added entry to its index.
    indices: BTreeMap<Vec<u8>, u16>,
    /// How many bootstrap methods the class had.
    n_bootstrap_methods: usize,
    added_bootstrap_methods: Vec<BootstrapMethod>,
}

impl<'a> PoolBuilder<'a> {
    pub(crate) fn new(original: &'a ConstantPool, n_bootstrap_methods: usize) -> Self {
        Self {
            original,
            added: Vec::new(),
            count: original.count(),
            indices: BTreeMap::new(),
            n_bootstrap_methods,
            added_bootstrap_methods: Vec::new(),
        }
    }

    /// The constants that the class had.
    pub fn original(&self) -> &'a ConstantPool {
        self.original
    }

    pub(crate) fn added(&self) -> &[u8] {
        &self.added
    }

    pub(super) fn added_bootstrap_methods(&self) -> &[BootstrapMethod] {
        &self.added_bootstrap_methods
    }

    pub(crate) fn count(&self) -> u16 {
        self.count
    }

    fn add(&mut self, entry: Vec<u8>) -> Result<u16, RewriteError> {
        if let Some(index) = self.indices.get(&entry) {
            return Ok(*index);
        }
        let index = self.count;
        self.count = index.checked_add(1).ok_or(RewriteError::ConstantPoolFull)?;
        self.added.extend_from_slice(&entry);
        self.indices.insert(entry, index);
        Ok(index)
    }

    /// Adds a constant that takes two indices, the second of which nothing may use.
    fn add_wide(&mut self, entry: Vec<u8>) -> Result<u16, RewriteError> {
        let is_new = !self.indices.contains_key(&entry);
        let index = self.add(entry)?;
        if is_new {
            self.count = self.count.checked_add(1).ok_or(RewriteError::ConstantPoolFull)?;
        }
        Ok(index)
    }

    fn add_indices(&mut self, tag: u8, first: u16, second: u16) -> Result<u16, RewriteError> {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.add(vec![tag, a, b, c, d])
    }

    fn add_index(&mut self, tag: u8, index: u16) -> Result<u16, RewriteError> {
        let [high, low] = index.to_be_bytes();
        self.add(vec![tag, high, low])
    }

    /// `CONSTANT_Utf8`
    pub fn add_utf8(&mut self, text: &str) -> Result<u16, RewriteError> {
        let bytes = modified_utf8::encode(text);
        let length =
            u16::try_from(bytes.len()).map_err(|_| RewriteError::TextTooLong { length: bytes.len() })?;
        self.add([&[1], length.to_be_bytes().as_slice(), &bytes].concat())
    }

    /// `CONSTANT_Class` for an internal name or an array descriptor.
    pub fn add_class(&mut self, name: &str) -> Result<u16, RewriteError> {
        let name = self.add_utf8(name)?;
        self.add_index(7, name)
    }

    /// `CONSTANT_String`, of no more than [`MAX_TEXT_BYTES`].
    pub fn add_string(&mut self, text: &str) -> Result<u16, RewriteError> {
        let text = self.add_utf8(text)?;
        self.add_index(8, text)
    }

    /// `CONSTANT_Integer`
    pub fn add_int(&mut self, value: i32) -> Result<u16, RewriteError> {
        self.add([[3].as_slice(), &value.to_be_bytes()].concat())
    }

    /// `CONSTANT_Float`
    pub fn add_float(&mut self, value: f32) -> Result<u16, RewriteError> {
        self.add([[4].as_slice(), &value.to_bits().to_be_bytes()].concat())
    }

    /// `CONSTANT_Long`
    pub fn add_long(&mut self, value: i64) -> Result<u16, RewriteError> {
        self.add_wide([[5].as_slice(), &value.to_be_bytes()].concat())
    }

    /// `CONSTANT_Double`
    pub fn add_double(&mut self, value: f64) -> Result<u16, RewriteError> {
        self.add_wide([[6].as_slice(), &value.to_bits().to_be_bytes()].concat())
    }

    /// `CONSTANT_Fieldref`
    pub fn add_field_ref(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<FieldRef, RewriteError> {
        let slots = FieldType::parse(descriptor)?.slots();
        let index = self.add_member(9, owner, name, descriptor)?;
        Ok(FieldRef { index, slots })
    }

    /// `CONSTANT_Methodref`, for methods of classes.
    pub fn add_method_ref(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, RewriteError> {
        self.add_any_method_ref(10, owner, name, descriptor)
    }

    /// `CONSTANT_InterfaceMethodref`, for methods of interfaces.
    pub fn add_interface_method_ref(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, RewriteError> {
        self.add_any_method_ref(11, owner, name, descriptor)
    }

    /// `CONSTANT_MethodHandle` for a static method.
    pub fn add_static_handle(&mut self, method: MethodRef) -> Result<u16, RewriteError> {
        let [high, low] = method.index.to_be_bytes();
        self.add(vec![15, reference_kind::INVOKE_STATIC, high, low])
    }

    /// `CONSTANT_InvokeDynamic` that this bootstrap method links.
    pub fn add_invoke_dynamic(
        &mut self,
        bootstrap: BootstrapMethod,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, RewriteError> {
        let position = self.n_bootstrap_methods + self.added_bootstrap_methods.len();
        let position = u16::try_from(position).map_err(|_| RewriteError::TooManyMethods)?;
        self.added_bootstrap_methods.push(bootstrap);
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        let index = self.add_indices(18, position, name_and_type)?;
        MethodRef::of(index, descriptor)
    }

    fn add_any_method_ref(
        &mut self,
        tag: u8,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, RewriteError> {
        let index = self.add_member(tag, owner, name, descriptor)?;
        MethodRef::of(index, descriptor)
    }

    fn add_member(
        &mut self,
        tag: u8,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<u16, RewriteError> {
        let owner = self.add_class(owner)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add_indices(tag, owner, name_and_type)
    }

    fn add_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16, RewriteError> {
        let (name, descriptor) = (self.add_utf8(name)?, self.add_utf8(descriptor)?);
        self.add_indices(12, name, descriptor)
    }
}
