//! Wide stubs on their way to the file: what stubs of a type have in common goes into one class for all tests, and each test shows
//! only what its own stub does otherwise.
//!
//! This is about text alone. The trees of the tests keep their anonymous classes, since tests come and go until a suite is verified.

use std::collections::{BTreeMap, BTreeSet};

use crate::java::{ClassType, Instantiation, NestedClass, Statement, Supertype, each_instantiation};
use crate::names::unique;
use crate::stub_family::{StubFamily, StubGroup};
use crate::test_source::TestSource;

/// Tests as the file shows them, with the classes that they share.
#[derive(Debug)]
pub(crate) struct SharedStubs {
    /// By position of the test: its statements.
    pub(crate) bodies: Vec<Vec<Statement>>,
    /// The classes, in the order of their first use.
    pub(crate) classes: Vec<StubClass>,
}

/// A class that does what several stubs do, or nothing.
#[derive(Debug)]
pub(crate) struct StubClass {
    /// Its declaration.
    pub(crate) declaration: NestedClass,
    /// Positions of the tests that use it, ascending.
    pub(crate) users: BTreeSet<usize>,
}

/// The stubs of all tests, each by its number in the order of the file.
#[derive(Default)]
struct FoundStubs {
    /// By the type and the constructor as they are written: their place among the families.
    by_type: BTreeMap<String, usize>,
    families: Vec<StubFamily>,
    /// By the number of the stub: the position of its test.
    tests: Vec<usize>,
}

/// Where a stub gets its methods from.
struct Share {
    class: String,
    /// Positions of the methods that are left to the class.
    left: BTreeSet<usize>,
}

impl SharedStubs {
    /// Takes the classes out of the tests; none of them is called as one of `taken`.
    pub(crate) fn of(tests: &[TestSource], taken: &BTreeSet<String>) -> Self {
        let mut bodies: Vec<Vec<Statement>> = tests.iter().map(|test| test.body.statements.clone()).collect();
        let mut found = FoundStubs::default();
        each_stub(tests, &mut bodies, |stub, test| found.add(stub, test));
        let (classes, shares) = found.classes(&mut taken.clone());
        let mut number = 0;
        each_stub(tests, &mut bodies, |stub, _| {
            if let Some(share) = shares.get(&number) {
                share.apply(stub);
            }
            number += 1;
        });
        Self { bodies, classes }
    }
}

/// Shows all stubs that a class could do for, with the positions of their tests, always in the same order.
fn each_stub(
    tests: &[TestSource],
    bodies: &mut [Vec<Statement>],
    mut visit: impl FnMut(&mut Instantiation, usize),
) {
    for (position, (test, body)) in tests.iter().zip(bodies).enumerate() {
        if test.inlines_stubs {
            continue;
        }
        each_instantiation(body, &mut |object| {
            if object.body.as_ref().is_some_and(|body| body.supertype.is_some()) {
                visit(object, position);
            }
        });
    }
}

impl FoundStubs {
    fn add(&mut self, stub: &Instantiation, test: usize) {
        let Some(body) = &stub.body else { return };
        let Some(supertype) = &body.supertype else { return };
        let families = &mut self.families;
        let family = *self.by_type.entry(type_text(&stub.class, supertype)).or_insert_with(|| {
            families.push(StubFamily::new(stub.class.clone(), supertype.clone()));
            families.len() - 1
        });
        self.families[family].add(self.tests.len(), body);
        self.tests.push(test);
    }

    /// The classes, and by the number of the stub what it gets from one.
    fn classes(&self, taken: &mut BTreeSet<String>) -> (Vec<StubClass>, BTreeMap<usize, Share>) {
        let of_family = |family| StubFamily::groups(family).into_iter().map(move |group| (family, group));
        let mut groups: Vec<(&StubFamily, StubGroup)> = self.families.iter().flat_map(of_family).collect();
        groups.sort_by_key(|(_, group)| group.left.keys().next().copied());
        let mut classes = Vec::new();
        let mut shares = BTreeMap::new();
        for (family, StubGroup { methods, left }) in groups {
            let name = unique(&format!("{}Stub", simple_name(&family.class)), taken);
            let users = left.keys().map(|number| self.tests[*number]).collect();
            shares
                .extend(left.into_iter().map(|(number, left)| (number, Share { class: name.clone(), left })));
            let (class, supertype) = (family.class.clone(), family.supertype.clone());
            let declaration = NestedClass { name, class, supertype, methods };
            classes.push(StubClass { declaration, users });
        }
        (classes, shares)
    }
}

impl Share {
    /// Leaves of an anonymous class what its superclass does otherwise.
    fn apply(&self, stub: &mut Instantiation) {
        let Some(body) = &mut stub.body else { return };
        let mut position = 0;
        body.methods.retain(|_| {
            position += 1;
            !self.left.contains(&(position - 1))
        });
        if body.methods.is_empty() && body.counters.is_empty() {
            stub.body = None;
        }
        stub.class = ClassType::named(self.class.clone());
    }
}

/// The class, and what its constructor takes.
fn type_text(class: &ClassType, supertype: &Supertype) -> String {
    let parameters = match supertype {
        Supertype::Class(constructor) => constructor.parameters.as_slice(),
        Supertype::Interface => &[],
    };
    let types: Vec<String> = parameters.iter().map(|parameter| parameter.ty.to_string()).collect();
    format!("{class}({})", types.join(", "))
}

fn simple_name(class: &ClassType) -> &str {
    class.name.rsplit('.').next().unwrap_or(&class.name)
}

#[cfg(test)]
mod tests;
