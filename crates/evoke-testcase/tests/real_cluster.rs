//! Random tests of a compiled class with generics, nested classes, arrays and stubs: all pass the verifier, and their text
//! gives them back, in the same analysis and in another one that finds everything in another order.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::slice;
use std::sync::LazyLock;

use evoke_analysis::{
    CallableId, ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Criterion, PossibleCallback,
    Primitive, StubMethod, TestCluster, TypeCategory, TypeId, TypeTable,
};
use evoke_classfile::{ClassName, ClassPath, Jdk};
use evoke_testcase::{
    Arguments, JavaString, N_SUCCESSIVE, Resolver, Statement, StubCallback, StubInstance, StubReturn,
    SymbolicTest, TestCase, TestsOfClass, Value, VariableRef, parse_tests, print_tests, verify,
};
use proptest::prelude::*;

const SOURCE: &str = r"
package shop;

import java.util.*;
import java.util.function.*;

public class Basket<T extends Comparable<T>> {
    public int size;
    public double[] weights;
    public static final Basket<String> EMPTY = new Basket<>();
    public Basket() {}
    public Basket(T first, Basket<? super T>... others) {}
    public static <E extends Comparable<E>> Basket<E> of(E first) { return new Basket<>(); }
    public void addAll(Collection<? extends T> items) { size += items.size(); }
    public T best(Comparator<? super T> order) { return null; }
    public List<T> items() { return null; }
    public double area(DoubleUnaryOperator shape, float scale, char unit, boolean round) { return 0; }
    Kind kind(Kind kind, Map<String, ? super Integer> labels, int[][] counts) { return kind; }
    enum Kind { SMALL, LARGE }
    public class Label { public Label(byte tag, short more, long code) {} public String text() { return null; } }
    int visit(Visitor<? extends T> visitor, Rule rule) { return rule.limit; }
    interface Visitor<V> { int visit(V item); V pick(V one, V other); String name(); void end(Basket<String> basket, List<V> items) throws java.io.IOException; }
    static abstract class Rule {
        final int limit;
        protected Rule(int limit) { this.limit = limit; }
        abstract boolean allows(Basket<?> basket) throws java.io.IOException;
    }
    <X> X make(Class<X> type) { return null; }
    void handle(Class<? extends Number> type, Object anything) {}
}
";

static FIXTURE: LazyLock<[TestCluster; 2]> = LazyLock::new(analyse_twice);

/// The cluster, and that of an analysis that meets the classes from last to first.
fn analyse_twice() -> [TestCluster; 2] {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Basket.java");
    fs::write(&source, SOURCE).unwrap();
    let jdk = Jdk::locate(None).expect("these tests need a JDK");
    let status = Command::new(jdk.home.join("bin/javac"))
        .args(["-Xlint:none", "-d"])
        .arg(folder.path())
        .arg(&source)
        .status()
        .unwrap();
    assert!(status.success());
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    let (hierarchy, _) = ClassHierarchy::build(&class_path).unwrap();
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&ClassName::new("shop/Basket")).unwrap();
    let mut under_test = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let build = |under_test: &ClassUnderTest| {
        TestCluster::build(&library, &hierarchy, under_test, ClusterLimits::default())
    };
    let cluster = build(&under_test);
    under_test.classes.reverse();
    [cluster, build(&under_test)]
}

/// Grows a test from a list of numbers, which decide everything and start over when they are used up.
struct Grower<'a> {
    cluster: &'a TestCluster,
    numbers: &'a [u32],
    n_used: usize,
    test: TestCase,
}

impl Grower<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.n_used += 1;
        let number = self.numbers[self.n_used % self.numbers.len()];
        (number as usize).wrapping_add(self.n_used / self.numbers.len()) % bound
    }

    fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn value(&mut self, ty: TypeId, depth: usize) -> VariableRef {
        let cluster = self.cluster;
        let before = (0..self.test.len() as u32).map(VariableRef);
        let fitting: Vec<VariableRef> = before
            .filter(|variable| {
                let definition = self.test.definition(*variable);
                let is_class = matches!(definition, Statement::Value(Value::Class(_)));
                definition.defined_type(cluster).is_some_and(|it| !is_class && cluster.is_assignable(it, ty))
            })
            .collect();
        if !fitting.is_empty() && self.below(2) == 0 {
            return self.choose(&fitting);
        }
        let literals = cluster.class_literals(ty);
        let generators = cluster.generators(ty);
        let statement = match cluster.types.category(ty) {
            TypeCategory::Primitive(primitive) => Statement::Value(self.primitive(primitive)),
            TypeCategory::String => {
                let units = [self.below(0x1_0000) as u16, 0x61, self.below(128) as u16];
                Statement::Value(Value::String(JavaString::from_units(&units)))
            }
            TypeCategory::Array(component) => return self.array(ty, component, depth),
            _ if !literals.is_empty() => Statement::Value(Value::Class(self.choose(literals))),
            _ if depth > 3 => Statement::Value(Value::Null(ty)),
            _ if !cluster.stubs_of(ty).is_empty() && self.below(2) == 0 => self.stub(ty, depth),
            _ if !generators.is_empty() => {
                let generator = self.choose(generators);
                match self.call(generator, depth) {
                    Some(variable) => return variable,
                    None => Statement::Value(Value::Null(ty)),
                }
            }
            _ => Statement::Value(Value::Null(ty)),
        };
        self.test.push(statement)
    }

    fn primitive(&mut self, primitive: Primitive) -> Value {
        let number = self.below(usize::MAX) as u64 ^ (self.below(usize::MAX) as u64) << 33;
        match primitive {
            Primitive::Boolean => Value::Boolean(number & 1 == 0),
            Primitive::Byte => Value::Byte(number as i8),
            Primitive::Char => Value::Char(number as u16),
            Primitive::Short => Value::Short(number as i16),
            Primitive::Int => Value::Int(number as i32),
            Primitive::Long => Value::Long(number as i64),
            Primitive::Float => Value::Float(number as f32 / 3.0),
            Primitive::Double => Value::Double(number as f64 / 7.0),
        }
    }

    fn array(&mut self, ty: TypeId, component: TypeId, depth: usize) -> VariableRef {
        let length = self.below(4) as u32;
        let array = self.test.push(Statement::NewArray { array_type: ty, length });
        for index in 0..length {
            let value = self.value(component, depth + 1);
            self.test.push(Statement::WriteElement { array, index, value });
        }
        array
    }

    fn stub(&mut self, ty: TypeId, depth: usize) -> Statement {
        let stub = self.choose(self.cluster.stubs_of(ty));
        let stub_type = self.cluster.stub(stub);
        let arguments: Arguments = stub_type.parameters.iter().map(|ty| self.value(*ty, depth + 1)).collect();
        let returns = stub_type.decided_methods().map(|method| self.stub_return(method, depth)).collect();
        let methods = (0..).zip(&stub_type.methods);
        let callbacks = methods.filter_map(|(position, method)| self.callback(position, method, depth));
        let callbacks = callbacks.collect();
        Statement::Stub(Box::new(StubInstance { stub, arguments, returns, callbacks }))
    }

    fn callback(&mut self, position: u8, method: &StubMethod, depth: usize) -> Option<StubCallback> {
        if method.callbacks.is_empty() || self.below(2) == 0 {
            return None;
        }
        let PossibleCallback { parameter, callable } = self.choose(&method.callbacks);
        let parameters = &self.cluster.callable(callable).parameters;
        let arguments = parameters.iter().map(|ty| self.value(*ty, depth + 1)).collect();
        Some(StubCallback { method: position, parameter, callable, arguments })
    }

    fn stub_return(&mut self, method: &StubMethod, depth: usize) -> StubReturn {
        let double = TypeTable::primitive(Primitive::Double);
        let parameters: Vec<u8> = self.cluster.returnable_parameters(method).collect();
        if !method.gives() {
            return if self.below(2) == 0 { StubReturn::Throw(0) } else { StubReturn::Default };
        }
        match self.below(6) {
            0 => StubReturn::Throw(0),
            4 => StubReturn::Default,
            5 => {
                StubReturn::Successive([(); N_SUCCESSIVE].map(|()| self.value(method.return_type, depth + 1)))
            }
            1 if !parameters.is_empty() => StubReturn::Parameter(self.choose(&parameters)),
            2 if method.parameters == [double] && method.return_type == double => {
                let coefficients = [0, 1, 2].map(|_| self.below(9) as f64 - 4.0);
                StubReturn::Polynomial { parameter: 0, coefficients }
            }
            _ => StubReturn::Variable(self.value(method.return_type, depth + 1)),
        }
    }

    /// A call with all it needs; `None` where something may not be `null` and nothing else can be had.
    fn call(&mut self, id: CallableId, depth: usize) -> Option<VariableRef> {
        let callable = self.cluster.callable(id);
        let receiver = match callable.receiver {
            Some(ty) => Some(self.object(ty, depth)?),
            None => None,
        };
        let mut arguments = Arguments::new();
        for (index, ty) in callable.parameters.iter().enumerate() {
            let is_outer = callable.takes_outer_instance && index == 0;
            arguments.push(if is_outer { self.object(*ty, depth)? } else { self.value(*ty, depth + 1) });
        }
        Some(self.test.push(Statement::Invoke { callable: id, receiver, arguments }))
    }

    fn object(&mut self, ty: TypeId, depth: usize) -> Option<VariableRef> {
        let object = self.value(ty, depth + 1);
        let is_null = matches!(self.test.definition(object), Statement::Value(Value::Null(_)));
        (!is_null).then_some(object)
    }
}

fn grow(cluster: &TestCluster, numbers: &[u32]) -> TestCase {
    let mut grower = Grower { cluster, numbers, n_used: 0, test: TestCase::default() };
    for _ in 0..6 {
        let callable = CallableId(grower.below(cluster.callables.len()) as u32);
        grower.call(callable, 0);
    }
    grower.test
}

/// Whether two tests are the same. Numbers are compared by their text, which shows every bit of them.
fn is_same(one: &TestCase, other: &TestCase) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

#[test]
fn other_analysis_finds_the_same_members_in_another_order() {
    let [cluster, other] = &*FIXTURE;
    let shown = |cluster: &TestCluster| {
        let names = cluster.callables.iter().map(|it| format!("{}.{}{}", it.owner, it.name, it.descriptor));
        names.collect::<Vec<_>>()
    };
    let (mut first, mut second) = (shown(cluster), shown(other));
    assert_ne!(first, second);
    first.sort();
    second.sort();
    first.dedup();
    second.dedup();
    assert_eq!(first, second);
}

#[test]
fn every_callable_and_stub_of_a_cluster_has_a_name_of_its_own() {
    for cluster in &*FIXTURE {
        let calls = cluster.callables.iter().map(|callable| Statement::Invoke {
            callable: callable.id,
            receiver: callable.receiver.map(|_| VariableRef(0)),
            arguments: Arguments::new(),
        });
        let stubs = cluster.stubs.iter().map(|stub| {
            let arguments = Arguments::new();
            Statement::Stub(Box::new(StubInstance {
                stub: stub.id,
                arguments,
                returns: Vec::new(),
                callbacks: Vec::new(),
            }))
        });
        let statements: Vec<Statement> = calls.chain(stubs).collect();
        let named =
            |statement: &Statement| SymbolicTest::of(&TestCase::new(vec![statement.clone()]), cluster);
        let names: BTreeSet<SymbolicTest> = statements.iter().map(named).collect();
        assert!(cluster.stubs.len() > 3 && cluster.callables.len() > 50);
        assert_eq!(names.len(), statements.len());
    }
}

proptest! {
    #[test]
    fn random_test_keeps_the_rules_and_its_text_gives_it_back(numbers in prop::collection::vec(any::<u32>(), 20..60)) {
        let [cluster, other] = &*FIXTURE;
        let test = grow(cluster, &numbers);
        prop_assert_eq!(verify(&test, cluster), Ok(()));
        let symbolic = SymbolicTest::of(&test, cluster);
        let saved = TestsOfClass { class: "shop/Basket".into(), tests: vec![symbolic.clone()] };
        let read = parse_tests(&print_tests(slice::from_ref(&saved))).unwrap();
        prop_assert_eq!(read.as_slice(), slice::from_ref(&saved));
        let resolved = Resolver::new(cluster).resolve(&symbolic).unwrap();
        prop_assert!(is_same(&resolved, &test), "{}", symbolic);
        if let Ok(elsewhere) = symbolic.resolve(other) {
            prop_assert_eq!(SymbolicTest::of(&elsewhere, other), symbolic);
        }
    }

    #[test]
    fn test_of_members_under_test_resolves_beside_another_analysis(numbers in prop::collection::vec(any::<u32>(), 20..60)) {
        let [cluster, other] = &*FIXTURE;
        let mut grower = Grower { cluster, numbers: &numbers, n_used: 0, test: TestCase::default() };
        for _ in 0..4 {
            let callable = grower.choose(&cluster.under_test);
            grower.call(callable, 2);
        }
        let symbolic = SymbolicTest::of(&grower.test, cluster);
        let elsewhere = symbolic.resolve(other);
        prop_assert!(elsewhere.is_ok(), "{:?}\n{}", elsewhere, symbolic);
        prop_assert_eq!(SymbolicTest::of(&elsewhere.unwrap(), other), symbolic);
    }
}

#[test]
fn test_that_was_changed_by_hand_is_read() {
    let [cluster, _] = &*FIXTURE;
    let text = "evoke-tests 1
class shop.Basket
# A basket with a label.
test {
  v1 = string \"caf\\u{e9}\"
  basket = call static shop/Basket.of(Ljava/lang/Comparable;)Lshop/Basket; (v1)
}";
    let error = parse_tests(text).unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (6, "`basket` begins no statement"));
    let text = text.replace("basket = call", "v2 = call");
    let error = parse_tests(&text).unwrap()[0].tests[0].resolve(cluster).unwrap_err();
    let shown = error.to_string();
    assert!(shown.contains("call static shop/Basket.of(Ljava/lang/Comparable;)Lshop/Basket;"), "{shown}");
}
