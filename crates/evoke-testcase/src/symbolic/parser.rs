//! Reads the text of symbolic tests into syntax trees. Checks the form alone: whether there are such members, and whether
//! types fit, is for the [`super::Resolver`] to say.

use std::str::Lines;

use evoke_analysis::CallableKind;
use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::escape::unescape;
use super::floats::{read_double, read_float};
use super::syntax::{Action, CONSTRUCTOR, Callback, Line, MemberName, MethodName, StubName};
use crate::{Arguments, JavaString, N_SUCCESSIVE, StubReturn, Value, VariableRef};

/// Text that is no symbolic test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Lines with something on them.
pub(super) struct NumberedLines<'t> {
    lines: Lines<'t>,
    n_read: usize,
}

impl<'t> NumberedLines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { lines: text.lines(), n_read: 0 }
    }

    /// An error in the line read last.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.n_read, message: message.into() }
    }

    /// The next line, or an error.
    fn expect(&mut self) -> Result<&'t str, ParseError> {
        self.next().ok_or_else(|| self.error("the text ends within a test"))
    }
}

impl<'t> Iterator for NumberedLines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let line = self.lines.next()?.trim();
            self.n_read += 1;
            if !line.is_empty() && !line.starts_with('#') {
                return Some(line);
            }
        }
    }
}

/// Reads a test whose first line was read already.
pub(super) fn parse_test<'t>(
    opening: &str,
    lines: &mut NumberedLines<'t>,
) -> Result<Vec<Line<'t>>, ParseError> {
    if opening != "test {" {
        return Err(lines.error("a test begins with `test {`"));
    }
    let mut parser = TestParser::default();
    loop {
        match lines.expect()? {
            "}" => return Ok(parser.lines),
            line => parser.statement(line).map_err(|message| lines.error(message))?,
        }
    }
}

/// A test as far as it was read.
#[derive(Default)]
struct TestParser<'t> {
    lines: Vec<Line<'t>>,
    /// Position of the statement that a name was given to.
    variables: FxHashMap<u32, VariableRef>,
}

impl<'t> TestParser<'t> {
    fn statement(&mut self, line: &'t str) -> Result<(), String> {
        let cursor = &mut Cursor::new(line);
        let position = VariableRef(self.lines.len() as u32);
        let mut is_named = false;
        let action = match cursor.take_variable() {
            None => self.action(cursor)?,
            Some(array) if cursor.take('[') => self.write_element(array, cursor)?,
            Some(name) => {
                cursor.expect('=')?;
                is_named = true;
                let action = self.action(cursor)?;
                if self.variables.insert(name, position).is_some() {
                    return Err(format!("there is a `v{name}` already"));
                }
                action
            }
        };
        cursor.end()?;
        self.lines.push(Line { is_named, action });
        Ok(())
    }

    fn write_element(&self, array: u32, cursor: &mut Cursor<'t>) -> Result<Action<'t>, String> {
        let array = self.known(array)?;
        let index = cursor.parse(|text| text.parse().ok())?;
        cursor.expect(']')?;
        cursor.expect('=')?;
        Ok(Action::WriteElement { array, index, value: self.variable(cursor)? })
    }

    fn action(&self, cursor: &mut Cursor<'t>) -> Result<Action<'t>, String> {
        match cursor.letters() {
            "new" => self.invoke(CallableKind::Constructor, cursor),
            "call" => self.invoke(CallableKind::Method, cursor),
            "get" => self.invoke(CallableKind::FieldRead, cursor),
            "put" => self.invoke(CallableKind::FieldWrite, cursor),
            "stub" => self.stub(cursor),
            "null" => Ok(Action::Null(cursor.descriptor()?)),
            "class" => Ok(Action::Class(cursor.descriptor()?)),
            "array" => {
                let array_type = cursor.descriptor()?;
                Ok(Action::NewArray { array_type, length: cursor.parse(|text| text.parse().ok())? })
            }
            keyword => value(keyword, cursor).map(Action::Value),
        }
    }

    fn invoke(&self, kind: CallableKind, cursor: &mut Cursor<'t>) -> Result<Action<'t>, String> {
        let mut member = member(kind, cursor)?;
        let mut receiver = None;
        if cursor.take_word("on") {
            receiver = Some(self.variable(cursor)?);
            if cursor.take(':') {
                member.receiver_type = Some(cursor.descriptor()?);
            }
        }
        let arguments = match kind {
            CallableKind::FieldRead => Arguments::new(),
            _ => self.arguments(cursor)?,
        };
        Ok(Action::Invoke { member, receiver, arguments })
    }

    fn stub(&self, cursor: &mut Cursor<'t>) -> Result<Action<'t>, String> {
        let stub = StubName { ty: cursor.descriptor()?, constructor: cursor.descriptor()? };
        let arguments = self.arguments(cursor)?;
        let (mut returns, mut callbacks) = (Vec::new(), Vec::new());
        cursor.expect('{')?;
        while !cursor.take('}') {
            if !returns.is_empty() || !callbacks.is_empty() {
                cursor.expect(',')?;
            }
            let (name, descriptor) = split_before(cursor.word()?, '(');
            let method = MethodName { name: unescape(name)?, descriptor: unescape(descriptor)? };
            if cursor.take_word("calls") {
                callbacks.push(self.callback(method, cursor)?);
            } else {
                cursor.expect('=')?;
                returns.push((method, self.stub_return(cursor)?));
            }
        }
        Ok(Action::Stub { stub, arguments, returns, callbacks })
    }

    fn callback(&self, method: MethodName<'t>, cursor: &mut Cursor<'t>) -> Result<Callback<'t>, String> {
        let parameter = cursor.parse(|text| text.parse().ok())?;
        if cursor.letters() != "call" {
            return Err("a method of a stub can only call a method".to_owned());
        }
        let mut member = member(CallableKind::Method, cursor)?;
        if cursor.take_word("on") {
            member.receiver_type = Some(cursor.descriptor()?);
        }
        Ok(Callback { method, parameter, member, arguments: self.arguments(cursor)? })
    }

    fn stub_return(&self, cursor: &mut Cursor<'t>) -> Result<StubReturn, String> {
        if let Some(name) = cursor.take_variable() {
            return self.known(name).map(StubReturn::Variable);
        }
        match cursor.letters() {
            "default" => Ok(StubReturn::Default),
            "throw" if cursor.take('#') => cursor.parse(|text| text.parse().ok()).map(StubReturn::Throw),
            "throw" => Ok(StubReturn::Throw(0)),
            "inherited" => Ok(StubReturn::Inherited),
            "successive" => {
                let variables = self.arguments(cursor)?;
                let variables = <[VariableRef; N_SUCCESSIVE]>::try_from(variables.as_slice());
                variables
                    .map(StubReturn::Successive)
                    .map_err(|_| format!("{N_SUCCESSIVE} values are successive"))
            }
            "parameter" => cursor.parse(|text| text.parse().ok()).map(StubReturn::Parameter),
            "polynomial" => {
                let parameter = cursor.parse(|text| text.parse().ok())?;
                let mut coefficients = [0.0; 3];
                for (mark, coefficient) in ['[', ',', ','].into_iter().zip(&mut coefficients) {
                    cursor.expect(mark)?;
                    *coefficient = cursor.parse(read_double)?;
                }
                cursor.expect(']')?;
                Ok(StubReturn::Polynomial { parameter, coefficients })
            }
            other => Err(format!("a method of a stub cannot give `{other}`")),
        }
    }

    fn arguments(&self, cursor: &mut Cursor<'t>) -> Result<Arguments, String> {
        let mut arguments = Arguments::new();
        cursor.expect('(')?;
        while !cursor.take(')') {
            if !arguments.is_empty() {
                cursor.expect(',')?;
            }
            arguments.push(self.variable(cursor)?);
        }
        Ok(arguments)
    }

    fn variable(&self, cursor: &mut Cursor<'t>) -> Result<VariableRef, String> {
        let name = cursor.take_variable().ok_or("a variable is missing")?;
        self.known(name)
    }

    fn known(&self, name: u32) -> Result<VariableRef, String> {
        self.variables.get(&name).copied().ok_or_else(|| format!("there is no `v{name}` yet"))
    }
}

/// A member up to its `as` clause.
fn member<'t>(kind: CallableKind, cursor: &mut Cursor<'t>) -> Result<MemberName<'t>, String> {
    let is_static = cursor.take_word("static");
    let word = cursor.word()?;
    let (owner, name, descriptor) = match kind {
        CallableKind::Constructor => {
            let (owner, descriptor) = split_before(word, '(');
            (owner, CONSTRUCTOR, descriptor)
        }
        CallableKind::Method => {
            let (path, descriptor) = split_before(word, '(');
            let (owner, name) = owner_and_name(path)?;
            (owner, name, descriptor)
        }
        CallableKind::FieldRead | CallableKind::FieldWrite => {
            let (path, descriptor) = word.split_once(':').ok_or("a field has a `:` before its type")?;
            let (owner, name) = owner_and_name(path)?;
            (owner, name, descriptor)
        }
    };
    Ok(MemberName {
        kind,
        is_static,
        owner: unescape(owner)?,
        name: unescape(name)?,
        descriptor: unescape(descriptor)?,
        signature: if cursor.take_word("as") { Some(cursor.descriptor()?) } else { None },
        receiver_type: None,
    })
}

fn owner_and_name(path: &str) -> Result<(&str, &str), String> {
    path.split_once('.').ok_or_else(|| format!("`{path}` is no member: a `.` stands between class and name"))
}

/// What is before the mark, and the mark with what follows it.
fn split_before(word: &str, mark: char) -> (&str, &str) {
    word.split_at(word.find(mark).unwrap_or(word.len()))
}

fn value(keyword: &str, cursor: &mut Cursor<'_>) -> Result<Value, String> {
    Ok(match keyword {
        "boolean" => Value::Boolean(cursor.parse(|text| text.parse().ok())?),
        "byte" => Value::Byte(cursor.parse(|text| text.parse().ok())?),
        "short" => Value::Short(cursor.parse(|text| text.parse().ok())?),
        "int" => Value::Int(cursor.parse(|text| text.parse().ok())?),
        "long" => Value::Long(cursor.parse(|text| text.parse().ok())?),
        "float" => Value::Float(cursor.parse(read_float)?),
        "double" => Value::Double(cursor.parse(read_double)?),
        "string" => Value::String(JavaString::from_units(&cursor.quoted('"')?)),
        "char" => match cursor.quoted('\'')?.as_slice() {
            [unit] => Value::Char(*unit),
            _ => return Err("a `char` is one unit of UTF-16".to_owned()),
        },
        "" => return Err("a statement is missing".to_owned()),
        other => return Err(format!("`{other}` begins no statement")),
    })
}
