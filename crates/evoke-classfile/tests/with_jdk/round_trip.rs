//! Laying out every method anew gives the same bytes, and every signature and descriptor prints as it was
//! read. On `java.base` and the jars of `EVOKE_TEST_JARS`; with `EVOKE_TEST_ALL=1` on all modules of each JDK.

use std::fs;

use crate::jdk_tools as java;
use crate::probes::Probe;
use evoke_classfile::rewrite::rewrite;
use evoke_classfile::{ClassFile, ClassPath, ClassSignature, Jdk, MethodSignature, TypeSignature};
use tempfile::TempDir;

/// Checks one class; returns what is wrong.
fn fault(bytes: &[u8]) -> Option<String> {
    match ClassFile::parse(bytes) {
        Err(error) => return Some(error.to_string()),
        Ok(class) => {
            if class
                .methods
                .iter()
                .any(|method| method.parameter_names.len() != method.descriptor.parameters.len())
            {
                return Some("wrong number of parameter names".to_owned());
            }
        }
    }
    match rewrite(bytes, &mut { Probe::Nothing }) {
        Err(error) => Some(error.to_string()),
        Ok(rewritten) if !rewritten.methods_left_untouched.is_empty() => {
            Some(format!("{:?}", rewritten.methods_left_untouched))
        }
        Ok(rewritten) => (rewritten.bytes != bytes).then(|| "other bytes".to_owned()),
    }
}

/// Visits `java.base` and the jars, or all modules.
fn for_each_class(jdk: &Jdk, visit: &mut dyn FnMut(&str, &[u8])) {
    ClassPath::open(&java::jars(), jdk)
        .unwrap()
        .for_each_class(&mut |name, _, bytes| visit(name.as_str(), bytes))
        .unwrap();
    if java::is_thorough() {
        let folder = TempDir::new().unwrap();
        let image = jdk.home.join("lib/modules");
        java::run(
            jdk,
            "jimage",
            &["extract", "--dir", folder.path().to_str().unwrap(), image.to_str().unwrap()],
        );
        for path in java::class_files(folder.path()) {
            let bytes = fs::read(&path).unwrap();
            visit(&path.strip_prefix(folder.path()).unwrap().display().to_string(), &bytes);
        }
    }
}

#[test]
fn laying_out_every_method_anew_gives_the_same_bytes() {
    for jdk in java::jdks() {
        let (mut same, mut faults) = (0, Vec::new());
        for_each_class(&jdk, &mut |name, bytes| match fault(bytes) {
            None => same += 1,
            Some(fault) => faults.push(format!("{name}: {fault}")),
        });
        println!("JDK {}: {same} classes came back identical", jdk.feature);
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
        assert!(same > 5_000, "only {same} classes were found");
    }
}

/// Texts of the `Signature` attributes, found without the reader under test: every `Utf8` constant that
/// parses as one kind of signature must print as it was.
#[test]
fn every_signature_prints_as_it_was_read() {
    for jdk in java::jdks() {
        let (mut generic, mut wrong) = (0, Vec::new());
        for_each_class(&jdk, &mut |_, bytes| {
            let Ok(class) = ClassFile::parse(bytes) else { return };
            for text in (1..class.constant_pool.count()).filter_map(|index| class.constant_pool.utf8(index)) {
                let printed = if text.starts_with('(') || text.contains(':') && text.contains('(') {
                    MethodSignature::parse(text).map(|signature| signature.to_string())
                } else if text.starts_with('<') {
                    ClassSignature::parse(text).map(|signature| signature.to_string())
                } else {
                    TypeSignature::parse(text).map(|signature| signature.to_string())
                };
                if let Ok(printed) = printed {
                    generic += usize::from(text.contains('<') || text.contains('T'));
                    if printed != text {
                        wrong.push(format!("{text} printed as {printed}"));
                    }
                }
            }
        });
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(generic > 5_000, "only {generic} generic signatures were found");
    }
}
