//! The text of a syntax tree: one line a statement.

use std::fmt::{self, Write};

use evoke_analysis::CallableKind;

use super::escape::{write_class, write_descriptor, write_name, write_units};
use super::floats::{write_double, write_float};
use super::syntax::{Action, Callback, Line, MemberName, MethodName, StubName};
use crate::{StubReturn, Value, VariableRef};

/// Writes a test from `test {` to `}`.
pub(super) fn write_test<'a>(out: &mut impl Write, lines: impl IntoIterator<Item = Line<'a>>) -> fmt::Result {
    out.write_str("test {\n")?;
    for (position, line) in lines.into_iter().enumerate() {
        out.write_str("  ")?;
        if line.is_named {
            write!(out, "v{position} = ")?;
        }
        write_action(out, &line.action)?;
        out.write_char('\n')?;
    }
    out.write_char('}')
}

fn write_action(out: &mut impl Write, action: &Action<'_>) -> fmt::Result {
    match action {
        Action::Value(value) => write_value(out, value),
        Action::Null(ty) => write_with_type(out, "null", ty),
        Action::Class(ty) => write_with_type(out, "class", ty),
        Action::Invoke { member, receiver, arguments } => write_call(out, member, *receiver, arguments),
        Action::NewArray { array_type, length } => {
            write_with_type(out, "array", array_type)?;
            write!(out, " {length}")
        }
        Action::Stub { stub, arguments, returns, callbacks } => {
            write_stub_name(out, stub)?;
            write_arguments(out, arguments)?;
            write_stub_methods(out, returns, callbacks)
        }
        Action::WriteElement { array, index, value } => {
            write!(out, "v{}[{index}] = v{}", array.0, value.0)
        }
    }
}

fn write_with_type(out: &mut impl Write, keyword: &str, ty: &str) -> fmt::Result {
    write!(out, "{keyword} ")?;
    write_descriptor(out, ty)
}

fn write_value(out: &mut impl Write, value: &Value) -> fmt::Result {
    match value {
        Value::Boolean(value) => write!(out, "boolean {value}"),
        Value::Byte(value) => write!(out, "byte {value}"),
        Value::Short(value) => write!(out, "short {value}"),
        Value::Int(value) => write!(out, "int {value}"),
        Value::Long(value) => write!(out, "long {value}"),
        Value::Char(unit) => {
            out.write_str("char '")?;
            write_units(out, &[*unit], '\'')?;
            out.write_char('\'')
        }
        Value::Float(value) => {
            out.write_str("float ")?;
            write_float(out, *value)
        }
        Value::Double(value) => {
            out.write_str("double ")?;
            write_double(out, *value)
        }
        Value::String(text) => {
            out.write_str("string \"")?;
            write_units(out, text.units(), '"')?;
            out.write_char('"')
        }
        // Types have names of their own: a tree holds these as `Action::Null` and `Action::Class`.
        Value::Null(_) | Value::Class(_) => Err(fmt::Error),
    }
}

fn write_call(
    out: &mut impl Write,
    member: &MemberName<'_>,
    receiver: Option<VariableRef>,
    arguments: &[VariableRef],
) -> fmt::Result {
    write_member(out, member)?;
    if let Some(receiver) = receiver {
        write!(out, " on v{}", receiver.0)?;
        if let Some(ty) = &member.receiver_type {
            out.write_str(": ")?;
            write_descriptor(out, ty)?;
        }
    }
    if member.kind != CallableKind::FieldRead {
        write_arguments(out, arguments)?;
    }
    Ok(())
}

/// Writes a member up to the `as` clause; without the type of its receiver, which stands beside the receiver.
pub(super) fn write_member(out: &mut impl Write, member: &MemberName<'_>) -> fmt::Result {
    out.write_str(match member.kind {
        CallableKind::Constructor => "new ",
        CallableKind::Method => "call ",
        CallableKind::FieldRead => "get ",
        CallableKind::FieldWrite => "put ",
    })?;
    if member.is_static {
        out.write_str("static ")?;
    }
    write_class(out, &member.owner)?;
    if member.kind != CallableKind::Constructor {
        out.write_char('.')?;
        write_name(out, &member.name)?;
    }
    if matches!(member.kind, CallableKind::FieldRead | CallableKind::FieldWrite) {
        out.write_char(':')?;
    }
    write_descriptor(out, &member.descriptor)?;
    if let Some(signature) = &member.signature {
        out.write_str(" as ")?;
        write_descriptor(out, signature)?;
    }
    Ok(())
}

fn write_arguments(out: &mut impl Write, arguments: &[VariableRef]) -> fmt::Result {
    out.write_str(" (")?;
    for (index, argument) in arguments.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(out, "{separator}v{}", argument.0)?;
    }
    out.write_char(')')
}

/// Writes the type and the constructor of a stub.
pub(super) fn write_stub_name(out: &mut impl Write, stub: &StubName<'_>) -> fmt::Result {
    write_with_type(out, "stub", &stub.ty)?;
    out.write_char(' ')?;
    write_descriptor(out, &stub.constructor)
}

fn write_stub_methods(
    out: &mut impl Write,
    returns: &[(MethodName<'_>, StubReturn)],
    callbacks: &[Callback<'_>],
) -> fmt::Result {
    out.write_str(" {")?;
    let mut separator = " ";
    for (method, returned) in returns {
        out.write_str(std::mem::replace(&mut separator, ", "))?;
        write_method(out, method)?;
        out.write_str(" = ")?;
        write_return(out, returned)?;
    }
    for callback in callbacks {
        out.write_str(std::mem::replace(&mut separator, ", "))?;
        write_callback(out, callback)?;
    }
    out.write_str(" }")
}

fn write_callback(out: &mut impl Write, callback: &Callback<'_>) -> fmt::Result {
    let Callback { method, parameter, member, arguments } = callback;
    write_method(out, method)?;
    write!(out, " calls {parameter} ")?;
    write_member(out, member)?;
    if let Some(ty) = &member.receiver_type {
        out.write_str(" on ")?;
        write_descriptor(out, ty)?;
    }
    write_arguments(out, arguments)
}

/// Writes a method of a stub.
pub(super) fn write_method(out: &mut impl Write, method: &MethodName<'_>) -> fmt::Result {
    write_name(out, &method.name)?;
    write_descriptor(out, &method.descriptor)
}

fn write_return(out: &mut impl Write, returned: &StubReturn) -> fmt::Result {
    match returned {
        StubReturn::Variable(variable) => write!(out, "v{}", variable.0),
        StubReturn::Successive(variables) => {
            out.write_str("successive")?;
            write_arguments(out, variables)
        }
        StubReturn::Default => out.write_str("default"),
        StubReturn::Parameter(parameter) => write!(out, "parameter {parameter}"),
        StubReturn::Throw(0) => out.write_str("throw"),
        StubReturn::Throw(position) => write!(out, "throw #{position}"),
        StubReturn::Inherited => out.write_str("inherited"),
        StubReturn::Polynomial { parameter, coefficients } => {
            write!(out, "polynomial {parameter} [")?;
            for (index, coefficient) in coefficients.iter().enumerate() {
                out.write_str(if index == 0 { "" } else { ", " })?;
                write_double(out, *coefficient)?;
            }
            out.write_char(']')
        }
    }
}
