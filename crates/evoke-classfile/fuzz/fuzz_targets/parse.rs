//! Any bytes are parsed or refused, and signatures that parse print as they were.
#![no_main]

use evoke_classfile::{ClassFile, ClassSignature, MethodSignature, TypeSignature};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = ClassFile::parse(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(signature) = ClassSignature::parse(text) {
        assert_eq!(signature.to_string(), text);
    }
    if let Ok(signature) = MethodSignature::parse(text) {
        assert_eq!(signature.to_string(), text);
    }
    if let Ok(signature) = TypeSignature::parse(text) {
        assert_eq!(signature.to_string(), text);
    }
});
