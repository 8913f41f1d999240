//! Tests of the classes that stubs share.

use super::*;
use crate::java::{
    ClassBody, Constructor, Expression, Method, Operator, Parameter, Supertype, Type, TypeArgument, literal,
    on_one_line, printed_class,
};
use crate::stub_family::idle_body;
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
    let (ty, name) = (Type::Class(stub.class.clone()), stub.class.name.to_lowercase());
    let value = Expression::New(Box::new(stub));
    test_source("opens", vec![Statement::Declaration { ty, name, value }])
}

fn void() -> Type {
    Type::keyword("void")
}

fn throwing() -> Method {
    let exception = ClassType::named("IOException");
    let body = vec![Statement::Throw(Expression::new_object(exception.clone(), Vec::new()))];
    Method { throws: vec![exception], ..method("close", void(), body) }
}

/// The stubs of the tests, then the classes with the positions of the tests that use them.
fn text(tests: &[TestSource]) -> String {
    let shared = SharedStubs::of(tests, &BTreeSet::new());
    let mut blocks: Vec<String> = shared.bodies.iter().flatten().map(on_one_line).collect();
    for class in &shared.classes {
        let users: Vec<String> = class.users.iter().map(usize::to_string).collect();
        let lines = printed_class(&class.declaration).join("\n");
        blocks.push(format!("    // Tests {}\n{lines}", users.join(", ")));
    }
    blocks.join("\n")
}

fn returning(name: &str, ty: Type, value: Expression) -> Method {
    method(name, ty, vec![Statement::Return(value)])
}

fn int() -> Type {
    Type::keyword("int")
}

/// A stub of a `Gate` with three methods.
fn gate(methods: [Method; 3]) -> Instantiation {
    let mut gate = door(idle("close", void()));
    gate.class = ClassType::named("Gate");
    gate.body.as_mut().unwrap().methods = methods.into();
    gate
}

/// A stub of a `Gate` that has been passed so often, and is of this width.
fn gate_of(n_passed: Expression, width: i32) -> Instantiation {
    let is_open = returning("isOpen", Type::keyword("boolean"), Expression::Literal("true".to_owned()));
    let width = returning("width", int(), literal::int(width));
    gate([is_open, width, returning("passed", int(), n_passed)])
}

#[test]
fn tests_share_what_does_nothing_and_show_the_rest() {
    insta::assert_snapshot!(text(&[test(door(throwing())), test(door(idle("close", void())))]), @r"
    Door door = new DoorStub() {
        @Override
        public void close() throws IOException {
            throw new IOException();
        }
    };
    Door door = new DoorStub();
        // Tests 0, 1
        private static class DoorStub implements Door {
            @Override
            public int width() {
                return 0;
            }

            @Override
            public int height() {
                return 0;
            }

            @Override
            public String name() {
                return null;
            }

            @Override
            public boolean isOpen() {
                return false;
            }

            @Override
            public void close() throws IOException {}
        }
    ");
}

#[test]
fn class_does_what_most_stubs_do_and_the_others_override_it() {
    let gates = [3, 3, 4].map(|width| test(gate_of(literal::int(1), width)));
    insta::assert_snapshot!(text(&gates), @r"
    Gate gate = new GateStub();
    Gate gate = new GateStub();
    Gate gate = new GateStub() {
        @Override
        public int width() {
            return 4;
        }
    };
        // Tests 0, 1, 2
        private static class GateStub implements Gate {
            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public int width() {
                return 3;
            }

            @Override
            public int passed() {
                return 1;
            }
        }
    ");
}

#[test]
fn what_needs_variables_of_the_test_stays_in_it() {
    let passed = || gate_of(Expression::variable("count"), 3);
    insta::assert_snapshot!(text(&[test(passed()), test(passed()), test(passed())]), @r"
    Gate gate = new GateStub() {
        @Override
        public int passed() {
            return count;
        }
    };
    Gate gate = new GateStub() {
        @Override
        public int passed() {
            return count;
        }
    };
    Gate gate = new GateStub() {
        @Override
        public int passed() {
            return count;
        }
    };
        // Tests 0, 1, 2
        private static class GateStub implements Gate {
            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public int width() {
                return 3;
            }

            @Override
            public int passed() {
                return 0;
            }
        }
    ");
}

#[test]
fn method_that_needs_its_parameters_alone_is_shared_where_these_have_the_same_names() {
    let add = |parameter: &str| {
        let sum = Expression::variable(parameter).combined(Operator::Plus, literal::int(1));
        let parameters = vec![Parameter { ty: int(), name: parameter.to_owned() }];
        Method { parameters, ..returning("add", int(), sum) }
    };
    let adding = |parameter| test(gate([add(parameter), idle("width", int()), idle("name", int())]));
    insta::assert_snapshot!(text(&[adding("x"), adding("x2"), adding("x")]), @r"
    Gate gate = new GateStub();
    Gate gate = new GateStub() {
        @Override
        public int add(int x2) {
            return x2 + 1;
        }
    };
    Gate gate = new GateStub();
        // Tests 0, 1, 2
        private static class GateStub implements Gate {
            @Override
            public int add(int x) {
                return x + 1;
            }

            @Override
            public int width() {
                return 0;
            }

            @Override
            public int name() {
                return 0;
            }
        }
    ");
}

#[test]
fn counter_stays_with_the_method_that_counts() {
    let counting = || {
        let count = Expression::Increment(Box::new(Expression::variable("passedCalls")));
        let mut counting = gate_of(count, 3);
        counting.body.as_mut().unwrap().counters = vec!["passedCalls".to_owned()];
        test(counting)
    };
    insta::assert_snapshot!(text(&[counting(), counting(), counting()]), @r"
    Gate gate = new GateStub() {
        private int passedCalls;

        @Override
        public int passed() {
            return passedCalls++;
        }
    };
    Gate gate = new GateStub() {
        private int passedCalls;

        @Override
        public int passed() {
            return passedCalls++;
        }
    };
    Gate gate = new GateStub() {
        private int passedCalls;

        @Override
        public int passed() {
            return passedCalls++;
        }
    };
        // Tests 0, 1, 2
        private static class GateStub implements Gate {
            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public int width() {
                return 3;
            }

            @Override
            public int passed() {
                return 0;
            }
        }
    ");
}

/// A stub of an abstract class `Gate` that is constructed from what it is called, which a wall may forbid.
fn constructed(name: Expression, width: i32) -> TestSource {
    let mut gate = gate_of(literal::int(1), width);
    let parameters = vec![Parameter { ty: ClassType::named("String").into(), name: "x".to_owned() }];
    let constructor = Constructor { parameters, throws: vec![ClassType::named("WallException")] };
    gate.body.as_mut().unwrap().supertype = Some(Supertype::Class(constructor));
    gate.arguments = vec![name];
    test(gate)
}

#[test]
fn class_hands_on_what_its_superclass_is_constructed_from() {
    let name = Expression::variable("name");
    let nothing = literal::null().cast(ClassType::named("String"));
    let gates = [(name.clone(), 3), (nothing, 3), (name, 4)];
    insta::assert_snapshot!(text(&gates.map(|(name, width)| constructed(name, width))), @r"
    Gate gate = new GateStub(name);
    Gate gate = new GateStub((String) null);
    Gate gate = new GateStub(name) {
        @Override
        public int width() {
            return 4;
        }
    };
        // Tests 0, 1, 2
        private static class GateStub extends Gate {
            private GateStub(String x) throws WallException {
                super(x);
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public int width() {
                return 3;
            }

            @Override
            public int passed() {
                return 1;
            }
        }
    ");
}

#[test]
fn stubs_of_other_constructors_share_nothing() {
    let name = || constructed(Expression::variable("name"), 3);
    let without = || {
        let mut without = gate_of(literal::int(1), 3);
        without.body.as_mut().unwrap().supertype = Some(Supertype::Class(Constructor::default()));
        test(without)
    };
    let shared = SharedStubs::of(&[name(), without(), name(), without()], &BTreeSet::new());
    let names = shared.classes.iter().map(|class| (class.declaration.name.as_str(), class.users.len()));
    assert_eq!(names.collect::<Vec<_>>(), [("GateStub", 2), ("GateStub2", 2)]);
}

#[test]
fn stubs_of_other_type_arguments_share_nothing() {
    let of = |argument: &str| {
        let mut gate = gate_of(literal::int(1), 3);
        let argument = Type::Class(ClassType::named(argument));
        gate.class.arguments = vec![TypeArgument::Exact(argument)];
        test(gate)
    };
    let shared = SharedStubs::of(&[of("Text"), of("Number"), of("Text"), of("Number")], &BTreeSet::new());
    let heads: Vec<String> =
        shared.classes.iter().map(|class| printed_class(&class.declaration)[0].clone()).collect();
    insta::assert_snapshot!(heads.join("\n"), @r"
        private static class GateStub implements Gate<Text> {
        private static class GateStub2 implements Gate<Number> {
    ");
}

#[test]
fn stub_that_shares_nothing_with_the_class_is_written_out() {
    let mut tests = [3, 3, 3].map(|width| test(gate_of(literal::int(1), width))).to_vec();
    let other = |name, value: i32| returning(name, int(), literal::int(value));
    let is_open = idle("isOpen", Type::keyword("boolean"));
    tests.push(test(gate([is_open, other("width", 8), other("passed", 9)])));
    let shared = SharedStubs::of(&tests, &BTreeSet::new());
    assert_eq!(shared.classes[0].users, BTreeSet::from([0, 1, 2]));
    assert_eq!(shared.bodies[3], tests[3].body.statements);
}

#[test]
fn stub_inherits_nothing_from_a_class_that_it_inherits_from_its_type() {
    let wide = || {
        let mut wide = door(idle("close", void()));
        wide.body.as_mut().unwrap().methods.push(idle("lock", void()));
        wide
    };
    let users = |tests: &[TestSource]| -> Vec<Vec<usize>> {
        let shared = SharedStubs::of(tests, &BTreeSet::new());
        shared.classes.iter().map(|class| class.users.iter().copied().collect()).collect()
    };
    // The class does not lock, so that all can use it.
    let tests = [test(wide()), test(door(throwing())), test(wide())];
    assert_eq!(users(&tests), [[0, 1, 2]]);
    let shared = SharedStubs::of(&tests, &BTreeSet::new());
    assert!(on_one_line(&shared.bodies[0][0]).contains("public void lock() {}"));
    // So many lock that these have a class of their own.
    let mut tests = vec![test(wide()); 20];
    tests.push(test(door(throwing())));
    assert_eq!(users(&tests), [(0..20).collect::<Vec<usize>>(), vec![20]]);
}

#[test]
fn class_has_a_name_that_nothing_else_has() {
    let taken = BTreeSet::from(["DoorStub".to_owned()]);
    let shared = SharedStubs::of(&[test(door(throwing()))], &taken);
    assert_eq!(shared.classes[0].declaration.name, "DoorStub2");
}

#[test]
fn narrow_stub_and_one_that_is_not_to_have_a_named_class_stay_where_they_are() {
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
