//! Wide stubs on their way to the file: what they implement of a type by doing nothing goes into one class for all tests, and
//! each test shows only what its own stub does.
//!
//! This is about text alone. The trees of the tests keep their anonymous classes, since tests come and go until a suite is verified.

use std::collections::BTreeSet;

use crate::java::{
    ClassBody, ClassType, Instantiation, Method, NestedClass, Statement, Type, each_instantiation, literal,
};
use crate::names::unique;
use crate::test_source::TestSource;

/// A stub with fewer methods that do nothing is written where it is used.
const MIN_IDLE_METHODS: usize = 4;

/// Tests as the file shows them, with the classes that they share.
#[derive(Debug)]
pub(crate) struct SharedStubs {
    /// By position of the test: its statements.
    pub(crate) bodies: Vec<Vec<Statement>>,
    /// The classes, in the order of their first use.
    pub(crate) classes: Vec<StubClass>,
}

/// A class whose methods do nothing.
#[derive(Debug)]
pub(crate) struct StubClass {
    /// Its declaration.
    pub(crate) declaration: NestedClass,
    /// Positions of the tests that use it, ascending.
    pub(crate) users: BTreeSet<usize>,
}

impl SharedStubs {
    /// Takes the classes out of the tests; none of them is called as one of `taken`.
    pub(crate) fn of(tests: &[TestSource], taken: &BTreeSet<String>) -> Self {
        let mut shared = Self { bodies: Vec::new(), classes: Vec::new() };
        let mut taken = taken.clone();
        for (position, test) in tests.iter().enumerate() {
            let mut statements = test.body.statements.clone();
            if !test.inlines_stubs {
                each_instantiation(&mut statements, &mut |object| {
                    shared.share(object, position, &mut taken);
                });
            }
            shared.bodies.push(statements);
        }
        shared
    }

    /// Leaves of an anonymous class what it does, and hands the rest to a class with a name.
    fn share(&mut self, object: &mut Instantiation, user: usize, taken: &mut BTreeSet<String>) {
        let Some(body) = object.body.as_mut().filter(|body| is_wide(body)) else { return };
        let Some(supertype) = body.supertype else { return };
        // What one stub overrides another may inherit.
        let found =
            self.classes.iter().position(|it| it.declaration.class == object.class && it.is_within(body));
        let found = found.unwrap_or_else(|| {
            let name = unique(&format!("{}Stub", simple_name(&object.class)), taken);
            let class = object.class.clone();
            let methods = body.methods.iter().map(without_effect).collect();
            let declaration = NestedClass { name, class, supertype, methods };
            self.classes.push(StubClass { declaration, users: BTreeSet::new() });
            self.classes.len() - 1
        });
        let class = &mut self.classes[found];
        class.users.insert(user);
        for method in &body.methods {
            class.declare_thrown(method);
        }
        body.methods.retain(|method| !is_idle(method) || class.method_like(method).is_none());
        let has_nothing_left = body.methods.is_empty() && body.counters.is_empty();
        if has_nothing_left {
            object.body = None;
        }
        object.class = ClassType::named(class.declaration.name.clone());
    }
}

impl StubClass {
    /// Whether the body has all methods of the class.
    fn is_within(&self, body: &ClassBody) -> bool {
        let is_there = |method: &Method| body.methods.iter().any(|other| have_one_signature(method, other));
        self.declaration.methods.iter().all(is_there)
    }

    fn method_like(&self, method: &Method) -> Option<usize> {
        self.declaration.methods.iter().position(|known| have_one_signature(known, method))
    }

    /// Has the method that this one overrides declare what this one throws.
    fn declare_thrown(&mut self, method: &Method) {
        let Some(position) = self.method_like(method) else { return };
        let known = &mut self.declaration.methods[position];
        for thrown in &method.throws {
            if !known.throws.contains(thrown) {
                known.throws.push(thrown.clone());
            }
        }
    }
}

fn have_one_signature(one: &Method, other: &Method) -> bool {
    let types = |method: &Method| method.parameters.iter().map(|it| it.ty.clone()).collect::<Vec<_>>();
    one.name == other.name && types(one) == types(other)
}

/// The method without what it does.
fn without_effect(method: &Method) -> Method {
    Method { body: idle_body(&method.return_type), ..method.clone() }
}

/// Whether so much of the class does nothing that this is not worth reading in each test.
fn is_wide(body: &ClassBody) -> bool {
    body.methods.iter().filter(|method| is_idle(method)).count() >= MIN_IDLE_METHODS
}

fn is_idle(method: &Method) -> bool {
    method.throws.is_empty() && method.body == idle_body(&method.return_type)
}

/// Gives what a field of the type holds at first.
fn idle_body(ty: &Type) -> Vec<Statement> {
    let is_void = *ty == Type::keyword("void");
    if is_void { Vec::new() } else { vec![Statement::Return(literal::default_of(ty))] }
}

fn simple_name(class: &ClassType) -> &str {
    class.name.rsplit('.').next().unwrap_or(&class.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Expression, Supertype, on_one_line, printed_class};
    use crate::testing::test_source;

    fn method(name: &str, ty: Type, body: Vec<Statement>) -> Method {
        Method { name: name.to_owned(), parameters: Vec::new(), return_type: ty, throws: Vec::new(), body }
    }

    fn idle(name: &str, ty: Type) -> Method {
        let body = idle_body(&ty);
        method(name, ty, body)
    }

    /// A stub of a `Door` with five methods, `close` among them.
    fn door(close: Method) -> Instantiation {
        let text = || Type::Class(ClassType::named("String"));
        let mut methods: Vec<Method> = ["width", "height"].map(|it| idle(it, Type::keyword("int"))).into();
        methods.extend([idle("name", text()), idle("isOpen", Type::keyword("boolean")), close]);
        let supertype = Some(Supertype::Interface);
        let body = ClassBody { methods, supertype, ..ClassBody::default() };
        let class = ClassType::named("Door");
        Instantiation { outer: None, class, has_diamond: false, arguments: Vec::new(), body: Some(body) }
    }

    fn test(stub: Instantiation) -> TestSource {
        let value = Expression::New(Box::new(stub));
        let ty = Type::Class(ClassType::named("Door"));
        let statements = vec![Statement::Declaration { ty, name: "door".to_owned(), value }];
        test_source("opens", statements)
    }

    fn void() -> Type {
        Type::keyword("void")
    }

    fn throwing() -> Method {
        let exception = ClassType::named("IOException");
        let body = vec![Statement::Throw(Expression::new_object(exception.clone(), Vec::new()))];
        Method { throws: vec![exception], ..method("close", void(), body) }
    }

    #[test]
    fn tests_share_what_does_nothing_and_show_the_rest() {
        let tests = [test(door(throwing())), test(door(idle("close", void())))];
        let shared = SharedStubs::of(&tests, &BTreeSet::new());
        let bodies: Vec<String> = shared.bodies.iter().map(|body| on_one_line(&body[0])).collect();
        assert_eq!(
            bodies,
            [
                "Door door = new DoorStub() {\n    @Override\n    public void close() throws IOException {\n        \
                 throw new IOException();\n    }\n};",
                "Door door = new DoorStub();",
            ]
        );
        let [class] = shared.classes.as_slice() else { panic!("one class") };
        assert_eq!(class.users, BTreeSet::from([0, 1]));
        let text = printed_class(&class.declaration).join("\n");
        assert!(text.starts_with("    private static class DoorStub implements Door {\n"), "{text}");
        assert!(text.contains("        public String name() {\n            return null;\n"), "{text}");
        assert!(text.ends_with("        public void close() throws IOException {}\n    }"), "{text}");
    }

    #[test]
    fn stub_that_inherits_what_another_overrides_does_not_get_it_from_a_shared_class() {
        let wide = || {
            let mut wide = door(idle("close", void()));
            wide.body.as_mut().unwrap().methods.push(idle("lock", void()));
            wide
        };
        let shared = SharedStubs::of(&[test(wide()), test(door(throwing())), test(wide())], &BTreeSet::new());
        let users: Vec<Vec<usize>> =
            shared.classes.iter().map(|class| class.users.iter().copied().collect()).collect();
        assert_eq!(users, [vec![0, 2], vec![1]]);
        // What the shared class does not override is written where it is.
        let shared = SharedStubs::of(&[test(door(throwing())), test(wide())], &BTreeSet::new());
        assert_eq!(shared.classes.len(), 1);
        assert!(on_one_line(&shared.bodies[1][0]).contains("public void lock() {}"));
    }

    #[test]
    fn class_has_a_name_that_nothing_else_has() {
        let taken = BTreeSet::from(["DoorStub".to_owned()]);
        let shared = SharedStubs::of(&[test(door(throwing()))], &taken);
        assert_eq!(shared.classes[0].declaration.name, "DoorStub2");
    }

    #[test]
    fn narrow_stub_and_one_whose_constructor_takes_something_stay_where_they_are() {
        let mut narrow = door(throwing());
        narrow.body.as_mut().unwrap().methods.remove(0);
        let mut constructed = door(throwing());
        constructed.body.as_mut().unwrap().supertype = None;
        let inlined = TestSource { inlines_stubs: true, ..test(door(throwing())) };
        let tests = [test(narrow), test(constructed), inlined];
        let shared = SharedStubs::of(&tests, &BTreeSet::new());
        assert!(shared.classes.is_empty());
        assert!(tests.iter().zip(&shared.bodies).all(|(test, body)| test.body.statements == *body));
    }
}
