//! Classes a second on `java.base` of the JDK found: parsing, laying out anew, and inserting a probe before
//! every jump.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evoke_classfile::rewrite::{
    Assembler, MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError, rewrite,
};
use evoke_classfile::{ClassFile, ClassPath, Jdk, Operands};

/// Lays every method out anew, with a call before every jump if asked for.
struct Probes {
    before_jumps: bool,
}

impl MethodEditor for Probes {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        if self.before_jumps {
            let hit = pool.add_method_ref("evoke/Probe", "hit", "(I)V")?;
            for (index, instruction) in method.instructions.iter().enumerate() {
                if matches!(instruction.operands, Operands::Jump(_) | Operands::Switch { .. }) {
                    edit.insert_before(
                        index,
                        Assembler::new().push_int(pool, index as i32)?.invoke_static(hit),
                    );
                }
            }
        }
        Ok(Some(edit))
    }
}

fn java_base(criterion: &mut Criterion) {
    let class_path = ClassPath::open(&[], &Jdk::for_tests().unwrap()[0]).unwrap();
    let mut classes = Vec::new();
    class_path.for_each_class(&mut |_, _, bytes| classes.push(bytes.to_vec())).unwrap();
    let mut group = criterion.benchmark_group("java.base");
    group.sample_size(20).throughput(Throughput::Elements(classes.len() as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| classes.iter().for_each(|bytes| drop(black_box(ClassFile::parse(bytes).unwrap()))));
    });
    for (name, before_jumps) in [("lay out anew", false), ("probe before jumps", true)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for bytes in &classes {
                    black_box(rewrite(bytes, &mut Probes { before_jumps }).unwrap());
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, java_base);
criterion_main!(benches);
