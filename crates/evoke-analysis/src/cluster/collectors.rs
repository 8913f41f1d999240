//! Finds what a test can give code under test to write to, so that it sees what was written.

use evoke_classfile::ClassName;

use super::builder::Builder;
use super::collector::Collector;
use super::stub_type::StubType;
use crate::{CallableId, TypeId, TypeTable};

const BYTES: &str = "java/io/ByteArrayOutputStream";
const CHARACTERS: &str = "java/io/StringWriter";

/// What is wanted, the buffer, and how what is wanted is made of it.
const COLLECTORS: [(&str, &str, Option<&str>); 6] = [
    ("java/io/OutputStream", BYTES, None),
    ("java/io/PrintStream", BYTES, Some("(Ljava/io/OutputStream;)V")),
    ("java/io/DataOutputStream", BYTES, Some("(Ljava/io/OutputStream;)V")),
    ("java/io/Writer", CHARACTERS, None),
    ("java/io/PrintWriter", CHARACTERS, Some("(Ljava/io/Writer;)V")),
    ("java/lang/Appendable", "java/lang/StringBuilder", None),
];

impl Builder<'_> {
    /// Collectors of what the methods under test take, objects that these are given, and what stubs give. To be added when no more types are to be generated: no search needs them.
    pub(super) fn add_collectors(&mut self) {
        for (wanted, buffer, descriptor) in COLLECTORS {
            let Some(wanted) = self.taken(&wanted.into()) else { continue };
            let Some(new_buffer) = self.constructor_of_the_jdk(buffer, "()V") else { continue };
            let writer = self.cluster.types.class_name(wanted).cloned();
            let new_writer = writer
                .zip(descriptor)
                .and_then(|(class, descriptor)| self.constructor_of_the_jdk(class.as_str(), descriptor));
            if descriptor.is_none() || new_writer.is_some() {
                self.cluster.collectors.push(Collector { wanted, new_buffer, new_writer });
            }
        }
    }

    /// The type of this class, if a parameter of such a call is of it, or what a method of a stub gives.
    fn taken(&self, class: &ClassName) -> Option<TypeId> {
        let called = self.cluster.callables.iter().filter(|callable| callable.hands_on());
        let taken = called.flat_map(|callable| callable.parameters.iter().copied());
        let implemented = self.cluster.stubs.iter().flat_map(StubType::decided_methods);
        let mut all = taken.chain(implemented.map(|method| method.return_type));
        all.find(|ty| *ty != TypeTable::OBJECT && self.cluster.types.class_name(*ty) == Some(class))
    }

    /// The constructor of a class of the JDK.
    pub(super) fn constructor_of_the_jdk(&mut self, owner: &str, descriptor: &str) -> Option<CallableId> {
        let class = self.library.get(&owner.into())?;
        let ty = self.canonical_type(&class);
        let constructors = self.members().constructors(&class, ty);
        let constructor = constructors.into_iter().find(|it| it.descriptor == descriptor)?;
        // Deeper than any type that would be generated for it.
        Some(self.add(constructor, u32::MAX))
    }
}
