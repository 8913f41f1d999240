//! Objects that are written to a stream and read back: what a class does then stands in methods that nobody but `java.io` calls, private
//! ones as a rule ([Java Object Serialization Specification], sections 2.3, 2.5, 3.4 and 3.7).
//!
//! The call is a method of a class that only the search has, as those on the folder of a test are.
//!
//! [Java Object Serialization Specification]: https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/

use evoke_classfile::{ClassName, access};
use evoke_runtime::members::serialization::{CLASS, COPY_BY_SERIALIZATION};

use super::builder::Builder;
use super::callable::Callable;
use super::caller::Caller;
use crate::{ClassUnderTest, MethodId};

const SERIALIZABLE: &str = "java/io/Serializable";

/// Name and descriptor of what is called when an object is written or read.
const METHODS: [(&str, &str); 7] = [
    ("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
    ("writeReplace", "()Ljava/lang/Object;"),
    ("writeExternal", "(Ljava/io/ObjectOutput;)V"),
    ("readObject", "(Ljava/io/ObjectInputStream;)V"),
    ("readObjectNoData", "()V"),
    ("readResolve", "()Ljava/lang/Object;"),
    ("readExternal", "(Ljava/io/ObjectInput;)V"),
];

impl Callable {
    /// Whether it writes its argument, an object of the class under test, to a stream and gives what is read from that.
    pub fn copies_by_serialization(&self) -> bool {
        self.owner.as_str() == CLASS
    }

    /// Whether a call of it is one that a test can be about: a member under test, or one that writes an object and reads it back.
    pub fn is_of_subject(&self) -> bool {
        self.under_test.is_some() || self.copies_by_serialization()
    }
}

impl Builder<'_> {
    /// Has objects of the class under test written and read, or of the first class in it that tests can name, if it or any class in it has
    /// code for that.
    pub(super) fn add_serialization(&mut self, under_test: &ClassUnderTest) {
        if under_test.coupling.is_some() {
            return;
        }
        let mut leads_to: Vec<MethodId> =
            under_test.classes.iter().flat_map(|class| self.methods_of_serialization(class)).collect();
        leads_to.sort();
        let class = under_test.classes.iter().find(|class| self.is_written(class));
        let Some(class) = class.filter(|_| !leads_to.is_empty()).and_then(|class| self.library.get(class))
        else {
            return;
        };
        let ty = self.canonical_type(&class);
        for mut callable in self.runtime_calls(CLASS, &[COPY_BY_SERIALIZATION]) {
            callable.parameters = vec![ty];
            callable.return_type = ty;
            let callable = self.add(callable, 0);
            self.cluster.callers.push(Caller { callable, leads_to: leads_to.clone() });
        }
    }

    fn methods_of_serialization(&self, class: &ClassName) -> Vec<MethodId> {
        if !self.hierarchy.is_subtype(class, &SERIALIZABLE.into()) {
            return Vec::new();
        }
        let key =
            |(name, descriptor): &(&str, &str)| (class.clone(), (*name).to_owned(), (*descriptor).to_owned());
        METHODS.iter().filter_map(|method| self.methods.get(&key(method)).copied()).collect()
    }

    /// Whether tests can name the class and write its objects; those of an enum are written by their names.
    fn is_written(&self, class: &ClassName) -> bool {
        self.hierarchy.is_subtype(class, &SERIALIZABLE.into())
            && self.hierarchy.access_flags(class).is_some_and(|flags| flags & access::INTERFACE == 0)
            && !self.library.is_enum(class)
            && self.library.is_accessible(class, &self.package)
    }
}
