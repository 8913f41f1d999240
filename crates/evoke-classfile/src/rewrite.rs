//! Changes method bodies, adds methods and a field, and copies everything else of a class file to the letter.
//!
//! A [`MethodEditor`] sees each method and says which straight-line code to put before, after or instead of
//! which instruction. Such code has no jumps, so no frame arises and none is recomputed: the existing ones
//! are moved. Two positions are kept of each instruction, its *label* (before the code inserted before it), where
//! jumps, handlers, ranges, lines and frames point, and the place where the instruction itself now *is*, which
//! is what uninitialised types and type annotations mean. Jumps that become too far are widened.
//!
//! The constant pool and the table of bootstrap methods only grow. Fields, flags and attributes outside `Code` are not interpreted.

mod added_field;
mod added_method;
mod assembler;
mod bootstrap_table;
mod code_writer;
mod context;
mod debug_tables;
mod edited_body;
mod error;
mod exception_table;
mod frames;
mod layout;
mod member_table;
mod method_edit;
mod moved_code;
mod pool_builder;
mod type_annotations;

pub use added_field::AddedField;
pub use added_method::{AddedCode, AddedMethod};
pub use assembler::Assembler;
pub use error::{RewriteError, UntouchedReason};
pub use method_edit::MethodEdit;
pub use pool_builder::{FieldRef, MAX_TEXT_BYTES, MethodRef, PoolBuilder};

use context::{ClassContext, MethodHeader};
use error::Stop;
use member_table::{skip_attributes, skip_member};

use crate::class_file::code_attribute::{CodeBody, exception_handlers, line_numbers};
use crate::class_file::version;
use crate::reader::Reader;
use crate::{BootstrapMethod, ConstantPool, ExceptionHandler, Instruction, LineNumber, ParseError, access};

/// Class file version of Java 6, the first whose methods are verified by frames.
const FIRST_WITH_FRAMES: u16 = 50;

/// Decides what changes in which method.
pub trait MethodEditor {
    /// Called once for each method that has code, in file order. `None` copies the method to the letter.
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError>;

    /// A field that a class of this major version gets besides its own, unless it is an interface.
    fn added_field(&self, _: u16) -> Option<AddedField> {
        None
    }

    /// A method that the class gets besides its own and those that edits add, unless it is an interface.
    fn added_method(&self) -> Option<AddedMethod> {
        None
    }
}

/// A method with code, as an editor sees it.
#[derive(Debug)]
pub struct MethodView<'a> {
    /// Internal name of the class being rewritten.
    pub class_name: &'a str,
    /// Major version of its class file.
    pub major_version: u16,
    /// The method's name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Its flags, see [`crate::access`].
    pub access_flags: u16,
    /// Operand stack depth.
    pub max_stack: u16,
    /// Local variable slots; the slot of the extra local, if an edit asks for one.
    pub max_locals: u16,
    /// Length of the bytecode in bytes.
    pub code_length: u32,
    /// Instructions in order; edits name them by their index here.
    pub instructions: &'a [Instruction],
    /// Handlers in order of precedence.
    pub exception_table: Vec<ExceptionHandler>,
    /// Line numbers, sorted by offset.
    pub line_numbers: Vec<LineNumber>,
    /// The constants that the instructions name.
    pub constant_pool: &'a ConstantPool,
    /// What links `invokedynamic` instructions.
    pub bootstrap_methods: &'a [BootstrapMethod],
    /// Whether the class is an interface.
    pub is_interface: bool,
}

/// A rewritten class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The new class file.
    pub bytes: Vec<u8>,
    /// Methods whose edit was not carried out; they are as they were.
    pub methods_left_untouched: Vec<UntouchedMethod>,
}

/// A method that an editor wanted to change and that cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UntouchedMethod {
    /// Name and descriptor, as in `run(I)V`.
    pub method: String,
    /// Why.
    pub reason: UntouchedReason,
}

/// Rewrites the methods that `editor` edits.
///
/// # Errors
/// If the class is malformed where the rewriter reads it, if the editor fails, or if an edit is impossible.
/// A method that merely becomes too large is left as it is and reported in [`Rewritten`].
pub fn rewrite(bytes: &[u8], editor: &mut dyn MethodEditor) -> Result<Rewritten, RewriteError> {
    let mut reader = Reader::new(bytes);
    let (major_version, _) = version(&mut reader)?;
    let pool = ConstantPool::read(&mut reader)?;
    let constants = bytes.get(10..reader.position()).unwrap_or_default();
    let members = reader.position();
    let is_interface = reader.u2()? & access::INTERFACE != 0;
    let this_class = reader.u2()?;
    let class_name = pool.class(this_class).ok_or_else(|| ParseError::malformed("the class has no name"))?;
    let has_frames = major_version >= FIRST_WITH_FRAMES;
    reader.u2()?;
    reader.table(2, Reader::u2)?;
    let header = reader.since(members);
    let fields = reader.position();
    let n_fields = reader.table(8, skip_member)?.len();
    let fields = reader.since(fields);
    let bootstrap_methods = bootstrap_table::read(reader.clone(), &pool)?;
    let context = ClassContext {
        pool: &pool,
        this_class,
        class_name,
        major_version,
        has_frames,
        is_interface,
        bootstrap_methods: &bootstrap_methods,
    };

    let mut rewriter = ClassRewriter {
        context: &context,
        editor,
        builder: PoolBuilder::new(&pool, bootstrap_methods.len()),
        out: Vec::with_capacity(bytes.len() + bytes.len() / 2),
        untouched: Vec::new(),
        added_methods: Vec::new(),
    };
    rewriter.out.extend_from_slice(header);
    rewriter.fields(n_fields, fields)?;
    rewriter.methods(&mut reader)?;
    let ClassRewriter { builder, mut out, untouched, .. } = rewriter;
    bootstrap_table::write_class_attributes(class_attributes(reader)?, &pool, &builder, &mut out)?;
    let mut rewritten = bytes.get(..8).unwrap_or_default().to_vec();
    rewritten.reserve(constants.len() + builder.added().len() + out.len() + 2);
    rewritten.extend(builder.count().to_be_bytes());
    rewritten.extend_from_slice(constants);
    rewritten.extend_from_slice(builder.added());
    rewritten.extend_from_slice(&out);
    Ok(Rewritten { bytes: rewritten, methods_left_untouched: untouched })
}

/// The attributes of the class, if they end where the file ends.
fn class_attributes(reader: Reader<'_>) -> Result<Reader<'_>, ParseError> {
    let attributes = reader.clone();
    let mut reader = reader;
    skip_attributes(&mut reader)?;
    if reader.remaining() > 0 {
        return Err(ParseError::malformed("bytes after the end of the class"));
    }
    Ok(attributes)
}

struct ClassRewriter<'a, 'e> {
    context: &'a ClassContext<'a>,
    editor: &'e mut dyn MethodEditor,
    builder: PoolBuilder<'a>,
    out: Vec<u8>,
    untouched: Vec<UntouchedMethod>,
    added_methods: Vec<AddedMethod>,
}

impl<'a> ClassRewriter<'a, '_> {
    /// All fields, of which the file has so many in this table, and then the one that the editor adds.
    fn fields(&mut self, count: usize, table: &[u8]) -> Result<(), RewriteError> {
        let added =
            self.editor.added_field(self.context.major_version).filter(|_| !self.context.is_interface);
        let (Some(added), Ok(count)) = (added, u16::try_from(count + 1)) else {
            self.out.extend_from_slice(table);
            return Ok(());
        };
        self.out.extend(count.to_be_bytes());
        self.out.extend_from_slice(table.get(2..).unwrap_or_default());
        added.write(&mut self.builder, &mut self.out)
    }

    /// All methods, those of the file and then those that edits and the editor add.
    fn methods(&mut self, reader: &mut Reader<'_>) -> Result<(), RewriteError> {
        let count_at = self.out.len();
        let count = reader.u2()?;
        self.out.extend([0; 2]);
        for _ in 0..count {
            self.method(reader)?;
        }
        self.added_methods.extend(self.editor.added_method().filter(|_| !self.context.is_interface));
        for method in &self.added_methods {
            method.write(&mut self.builder, &mut self.out)?;
        }
        let n_added = u16::try_from(self.added_methods.len()).map_err(|_| RewriteError::TooManyMethods)?;
        let count = count.checked_add(n_added).ok_or(RewriteError::TooManyMethods)?;
        if let Some(slot) = self.out.get_mut(count_at..count_at + 2) {
            slot.copy_from_slice(&count.to_be_bytes());
        }
        Ok(())
    }

    fn method(&mut self, reader: &mut Reader<'_>) -> Result<(), RewriteError> {
        let start = reader.position();
        let access_flags = reader.u2()?;
        let name = self.text(reader.u2()?)?;
        let descriptor = self.text(reader.u2()?)?;
        let header = MethodHeader { access_flags, name, descriptor };
        let count = reader.u2()?;
        self.out.extend_from_slice(reader.since(start));
        for _ in 0..count {
            let name = reader.u2()?;
            let length = reader.u4()? as usize;
            let mut body = reader.part(length)?;
            let edited = match self.context.pool.utf8(name) {
                Some("Code") => self.code(&header, body.clone())?,
                _ => None,
            };
            let attribute = edited.as_deref().unwrap_or_else(|| body.rest());
            self.out.extend(name.to_be_bytes());
            self.out.extend((attribute.len() as u32).to_be_bytes());
            self.out.extend_from_slice(attribute);
        }
        Ok(())
    }

    fn text(&self, index: u16) -> Result<&'a str, ParseError> {
        let text = self.context.pool.utf8(index);
        text.ok_or_else(|| ParseError::malformed(format!("constant {index} is no text")))
    }

    /// The new `Code` attribute, or `None` to keep it.
    fn code(
        &mut self,
        header: &MethodHeader<'_>,
        reader: Reader<'_>,
    ) -> Result<Option<Vec<u8>>, RewriteError> {
        let body = CodeBody::read(reader)?;
        let view = self.view(header, &body)?;
        let Some(edit) = self.editor.edit(&mut self.builder, &view)? else { return Ok(None) };
        match code_writer::write(self.context, header, &body, &edit, &mut self.builder) {
            Ok(code) => {
                self.added_methods.extend(edit.into_added_methods());
                Ok(Some(code))
            }
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Untouched(reason)) => {
                self.untouched.push(UntouchedMethod { method: header.signature(), reason });
                Ok(None)
            }
        }
    }

    fn view<'v>(
        &self,
        header: &MethodHeader<'v>,
        body: &'v CodeBody<'_>,
    ) -> Result<MethodView<'v>, RewriteError>
    where
        'a: 'v,
    {
        let pool = self.context.pool;
        let code_length = body.bytes.len() as u32;
        let mut lines = Vec::new();
        let mut attributes = body.attributes.clone();
        for _ in 0..attributes.u2()? {
            let name = attributes.u2()?;
            let length = attributes.u4()? as usize;
            let attribute = attributes.part(length)?;
            if pool.utf8(name) == Some("LineNumberTable") {
                line_numbers(attribute, code_length, &mut lines)?;
            }
        }
        lines.sort_by_key(|row| row.offset);
        Ok(MethodView {
            class_name: self.context.class_name,
            major_version: self.context.major_version,
            name: header.name,
            descriptor: header.descriptor,
            access_flags: header.access_flags,
            max_stack: body.max_stack,
            max_locals: body.max_locals,
            code_length,
            instructions: &body.instructions,
            exception_table: exception_handlers(&body.exception_table, pool)?,
            line_numbers: lines,
            constant_pool: pool,
            bootstrap_methods: self.context.bootstrap_methods,
            is_interface: self.context.is_interface,
        })
    }
}

#[cfg(test)]
mod tests;
