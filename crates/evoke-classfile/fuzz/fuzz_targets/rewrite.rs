//! Any bytes are rewritten or refused; a rewritten class parses whenever its original did.
#![no_main]

use evoke_classfile::ClassFile;
use evoke_classfile::rewrite::{
    Assembler, MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError, rewrite,
};
use libfuzzer_sys::fuzz_target;

/// Puts a constant before every instruction and adds a local.
struct Everywhere;

impl MethodEditor for Everywhere {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        edit.add_int_local();
        edit.prologue(Assembler::new().push_int(pool, 0)?.store_int(method.max_locals));
        for index in 0..method.instructions.len() {
            edit.insert_before(index, Assembler::new().push_int(pool, index as i32)?.pop());
        }
        Ok(Some(edit))
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(rewritten) = rewrite(bytes, &mut Everywhere) {
        if ClassFile::parse(bytes).is_ok() {
            assert!(ClassFile::parse(&rewritten.bytes).is_ok());
        }
    }
});
