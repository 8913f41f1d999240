//! What links `invokedynamic` call sites (JVMS 4.7.23), and of those that make an object of a functional interface, the method that the
//! object runs: the body of a lambda, or what a method reference names (`java.lang.invoke.LambdaMetafactory`).

use crate::reader::Reader;
use crate::{ConstantPool, MemberRef, ParseError};

const METAFACTORY_CLASS: &str = "java/lang/invoke/LambdaMetafactory";
/// Position of the handle of the method that runs among the arguments of both metafactories.
const IMPLEMENTATION: usize = 1;

/// One row of the `BootstrapMethods` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// Constant pool index of its method handle.
    pub handle: u16,
    /// Constant pool indices of its static arguments.
    pub arguments: Vec<u16>,
}

/// Where an object of a functional interface is made.
#[derive(Clone, Copy, Debug)]
pub struct FunctionSite<'a> {
    /// Name of the interface's method.
    pub name: &'a str,
    /// Descriptor of the call site: what is captured, and the interface.
    pub descriptor: &'a str,
    /// Kind, see [`reference_kind`], of the reference to the method that the object runs.
    pub kind: u8,
    /// That method.
    pub member: MemberRef<'a>,
    /// What links the site.
    pub bootstrap: &'a BootstrapMethod,
    /// Whether it asks for more than the object, such as that it can be serialised.
    pub is_extended: bool,
}

/// Reference kinds of method handles (JVMS table 5.4.3.5-A).
pub mod reference_kind {
    /// `invokevirtual`
    pub const INVOKE_VIRTUAL: u8 = 5;
    /// `invokestatic`
    pub const INVOKE_STATIC: u8 = 6;
    /// `invokespecial`
    pub const INVOKE_SPECIAL: u8 = 7;
    /// `new`, `dup`, `invokespecial`
    pub const NEW_INVOKE_SPECIAL: u8 = 8;
    /// `invokeinterface`
    pub const INVOKE_INTERFACE: u8 = 9;
}

impl<'a> FunctionSite<'a> {
    /// The site of the `invokedynamic` that names the constant, if it makes such an object.
    pub fn of(pool: &'a ConstantPool, methods: &'a [BootstrapMethod], constant: u16) -> Option<Self> {
        let bootstrap = methods.get(usize::from(pool.bootstrap_method(constant)?))?;
        let (_, linker) = pool.method_handle(bootstrap.handle)?;
        if linker.owner != METAFACTORY_CLASS {
            return None;
        }
        let (name, descriptor) = pool.invoke_dynamic(constant)?;
        let (kind, member) = pool.method_handle(*bootstrap.arguments.get(IMPLEMENTATION)?)?;
        let is_extended = linker.name == "altMetafactory";
        Some(Self { name, descriptor, kind, member, bootstrap, is_extended })
    }

    /// Whether a method that overrides the member may run in its place.
    pub fn is_virtual(&self) -> bool {
        matches!(self.kind, reference_kind::INVOKE_VIRTUAL | reference_kind::INVOKE_INTERFACE)
    }

    /// The arguments that link a site which differs in running what this handle refers to.
    pub fn arguments_running(&self, handle: u16) -> Vec<u16> {
        let mut arguments = self.bootstrap.arguments.clone();
        if let Some(implementation) = arguments.get_mut(IMPLEMENTATION) {
            *implementation = handle;
        }
        arguments
    }
}

/// Reads the body of the attribute.
pub(crate) fn bootstrap_methods(body: &mut Reader<'_>) -> Result<Vec<BootstrapMethod>, ParseError> {
    body.table(4, |row| {
        let handle = row.u2()?;
        let arguments = row.table(2, Reader::u2)?;
        Ok(BootstrapMethod { handle, arguments })
    })
}
