//! What the test cluster of a class with generics, factories, a builder and nested classes holds.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod callers;
mod fixture;
mod inspectors;
mod serialization;
mod stubs;
mod surroundings;

use std::fs;

use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Criterion, MemberLookup, TestCluster, TypeId,
};
use evoke_classfile::{ClassName, ClassPath, Jdk};

use fixture::{FIXTURE, Fixture, compile};

#[test]
fn class_variable_becomes_what_its_static_factory_can_give() {
    let fixture = &*FIXTURE;
    let shown = fixture.show_all(&fixture.cluster.under_test);
    let integers = "shop.Basket<java.lang.Integer>";
    for expected in [
        format!("of(java.lang.Integer): {integers}"),
        format!("{integers} addAll(java.util.Collection<? extends java.lang.Integer>): void"),
        format!("{integers} best(java.util.Comparator<? super java.lang.Integer>): java.lang.Integer"),
        format!("{integers} items(): java.util.List<java.lang.Integer>"),
    ] {
        assert!(shown.contains(&expected), "{expected} is not in {shown:#?}");
    }
}

fn stub_shown(fixture: &Fixture, wanted: &str) -> Vec<String> {
    let show = |ty: TypeId| fixture.cluster.types.display(ty).to_string();
    let stubs = fixture.cluster.stubs_of(fixture.type_named(wanted));
    stubs
        .iter()
        .map(|id| {
            let stub = fixture.cluster.stub(*id);
            let kind = if stub.is_functional { "lambda" } else { "class" };
            let parameters: Vec<String> = stub.parameters.iter().copied().map(show).collect();
            let methods: Vec<String> = stub
                .methods
                .iter()
                .map(|method| {
                    let parameters: Vec<String> = method.parameters.iter().copied().map(show).collect();
                    format!("{}({}): {}", method.name, parameters.join(", "), show(method.return_type))
                })
                .collect();
            format!("{kind} {}({}) {}", show(stub.ty), parameters.join(", "), methods.join("; "))
        })
        .collect()
}

#[test]
fn private_members_and_private_nested_classes_are_out_of_reach() {
    let fixture = &*FIXTURE;
    let shown = fixture.show_all(&fixture.cluster.under_test).join("\n");
    assert!(!shown.contains("hidden"), "{shown}");
    assert!(!shown.contains("Secret"), "{shown}");
    assert!(!shown.contains("<init>(): shop.Basket<"), "{shown}");
    assert!(shown.contains("kind("), "protected members of the same package are callable:\n{shown}");
    assert!(shown.contains("label("), "{shown}");
}

#[test]
fn constructor_takes_null_for_what_cannot_be_named_unless_that_could_mean_another() {
    let source = "package shop;
        public class Till {
            Till(Secret secret) {}
            Till(Secret secret, int amount) {}
            Till(String name, int amount) {}
            Till(Secret[] secrets, int first, int last) {}
            void open(Secret secret) {}
            private static class Secret {}
        }";
    let fixture = Fixture::of("shop/Till", source, "shop");
    let shown = fixture.show_all(&fixture.cluster.under_test);
    let constructors: Vec<&str> =
        shown.iter().map(String::as_str).filter(|shown| shown.starts_with("<init>")).collect();
    assert_eq!(
        constructors,
        ["<init>(shop.Till$Secret): shop.Till", "<init>(java.lang.String, int): shop.Till"]
    );
    assert!(fixture.cluster.generators(fixture.type_named("shop.Till$Secret")).is_empty());
}

#[test]
fn inherited_method_that_null_could_mean_is_a_namesake() {
    let cluster = &FIXTURE.cluster;
    let of_slot = |name: &str| {
        let ids = &cluster.under_test;
        let found = ids.iter().map(|id| cluster.callable(*id)).find(|callable| callable.name == name);
        found.unwrap().has_namesake
    };
    assert!(of_slot("put"));
    assert!(!of_slot("clear"));
}

#[test]
fn wildcard_parameter_takes_implementations_of_the_bound_type() {
    let fixture = &*FIXTURE;
    let collection = fixture.type_named("java.util.Collection<? extends java.lang.Integer>");
    let generators = fixture.show_all(fixture.cluster.generators(collection));
    assert!(
        generators.iter().any(|shown| shown.ends_with(": java.util.ArrayList<java.lang.Integer>")),
        "{generators:#?}"
    );
    let list = fixture.type_named("java.util.List<java.lang.Integer>");
    assert!(fixture.cluster.is_assignable(list, collection));
    let objects = fixture.type_named("java.lang.Object");
    assert!(fixture.cluster.is_assignable(collection, objects));
    assert!(!fixture.cluster.is_assignable(collection, list));
}

#[test]
fn test_libraries_are_left_to_code_that_knows_them() {
    let mark = "package org.junit; public interface Mark {}";
    let own = "package org.junit; public class Text implements CharSequence, Mark {
        public char charAt(int index) { return 'x'; }
        public int length() { return 1; }
        public CharSequence subSequence(int start, int end) { return this; }
    }";
    let sign =
        "package shop; public class Sign { void put(CharSequence text) {} void put(org.junit.Mark mark) {} }";
    let fixture =
        Fixture::of_last(&[("org/junit/Mark", mark), ("org/junit/Text", own), ("shop/Sign", sign)], "shop");
    let givers = |of: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(of)));
    let text = "<init>(): org.junit.Text".to_owned();
    assert!(givers("org.junit.Mark").contains(&text), "{:?}", givers("org.junit.Mark"));
    assert!(!givers("java.lang.CharSequence").contains(&text), "{:?}", givers("java.lang.CharSequence"));
}

#[test]
fn enum_is_given_by_its_constants_alone() {
    let fixture = &*FIXTURE;
    let kind = fixture.type_named("shop.Basket$Kind");
    let generators = fixture.show_all(fixture.cluster.generators(kind));
    assert_eq!(
        generators[..2],
        ["SMALL(): shop.Basket$Kind".to_owned(), "LARGE(): shop.Basket$Kind".to_owned()]
    );
    assert!(!generators.iter().any(|shown| shown.contains("valueOf")), "{generators:#?}");
}

#[test]
fn inner_class_is_built_from_its_outer_instance() {
    let fixture = &*FIXTURE;
    let slot = fixture
        .cluster
        .callables
        .iter()
        .find(|callable| callable.owner.as_str() == "shop/Basket$Slot" && callable.name == "<init>")
        .unwrap();
    assert!(slot.takes_outer_instance);
    assert_eq!(slot.parameters.len(), 2);
    assert_eq!(
        fixture.cluster.types.class_name(slot.parameters[0]).map(ClassName::as_str),
        Some("shop/Basket")
    );
}

#[test]
fn functional_interface_is_a_lambda_whatever_its_default_methods() {
    let fixture = &*FIXTURE;
    assert_eq!(
        stub_shown(fixture, "shop.Basket$Visitor<? extends java.lang.Integer>"),
        ["lambda shop.Basket$Visitor<java.lang.Integer>() visit(java.lang.Integer): int"]
    );
    assert_eq!(
        stub_shown(fixture, "java.util.Comparator<? super java.lang.Integer>"),
        [
            "lambda java.util.Comparator<java.lang.Integer>() compare(java.lang.Integer, java.lang.Integer): int"
        ]
    );
}

#[test]
fn abstract_class_is_implemented_once_for_each_constructor_with_generic_methods_erased() {
    let fixture = &*FIXTURE;
    let methods = "allows(shop.Basket<?>): boolean; pick(java.util.List): java.lang.Comparable; name(): java.lang.String";
    assert_eq!(
        stub_shown(fixture, "shop.Basket$Rule"),
        [format!("class shop.Basket$Rule() {methods}"), format!("class shop.Basket$Rule(int) {methods}")]
    );
}

#[test]
fn method_of_a_stub_may_call_what_throws_nothing_that_it_does_not_declare() {
    let fixture = &*FIXTURE;
    let watcher = fixture.cluster.stubs.iter().find(|stub| stub.class.as_str() == "shop/Basket$Watcher");
    let calls: Vec<(u8, &str)> = watcher.unwrap().methods[0]
        .callbacks
        .iter()
        .map(|call| (call.parameter, fixture.cluster.callable(call.callable).name.as_str()))
        .collect();
    for call in ["step", "stop", "next"] {
        assert!(calls.contains(&(0, call)), "{call} is not in {calls:?}");
    }
    assert!(calls.contains(&(2, "add")), "{calls:?}");
    assert!(!calls.iter().any(|(parameter, name)| *parameter == 1 || *name == "fall"), "{calls:?}");
}

#[test]
fn jdk_interface_with_implementations_is_not_implemented_by_tests() {
    let fixture = &*FIXTURE;
    assert_eq!(
        stub_shown(fixture, "java.util.Collection<? extends java.lang.Integer>"),
        Vec::<String>::new()
    );
}

#[test]
fn class_without_a_way_of_its_own_is_given_by_its_package() {
    let fixture = &*FIXTURE;
    let generators = fixture.show_all(fixture.cluster.generators(fixture.type_named("shop.Seal")));
    assert_eq!(
        generators,
        ["melt(): shop.Seal".to_owned(), "shop.Sealer press(java.lang.String): shop.Seal".to_owned()]
    );
}

#[test]
fn arrays_of_bytes_and_characters_are_given_by_texts() {
    let fixture = &*FIXTURE;
    let given = |ty: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(ty)));
    assert_eq!(given("byte[]"), ["java.lang.String getBytes(java.nio.charset.Charset): byte[]".to_owned()]);
    assert_eq!(given("char[]"), ["java.lang.String toCharArray(): char[]".to_owned()]);
    assert_eq!(given("long[]"), Vec::<String>::new());
    let encodings = given("java.nio.charset.Charset");
    assert_eq!(encodings[0], "ISO_8859_1(): java.nio.charset.Charset");
}

#[test]
fn arrays_are_given_by_texts_however_far_from_the_class_under_test() {
    let source = "package shop; class Shop { void open(Door door) {} } class Door { Door(Lock lock) {} } \
        class Lock { Lock(Key key) {} } class Key { Key(Ring ring) {} } class Ring { Ring(byte[] seal, Bag bag) {} } \
        class Bag { Bag(Coin coin) {} } class Coin {}";
    let fixture = Fixture::of("shop/Shop", source, "shop");
    let given = |ty: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(ty)));
    assert_eq!(given("shop.Ring"), ["<init>(byte[], shop.Bag): shop.Ring"]);
    assert_eq!(given("byte[]"), ["java.lang.String getBytes(java.nio.charset.Charset): byte[]"]);
    assert_eq!(given("java.nio.charset.Charset").len(), 2);
    assert_eq!(given("shop.Bag"), Vec::<String>::new(), "it is too far");
}

#[test]
fn abstract_class_is_given_by_static_factories_of_its_package_those_of_texts_first() {
    let fixture = &*FIXTURE;
    let given = fixture.show_all(fixture.cluster.generators(fixture.type_named("shop.Tag")));
    assert_eq!(
        given,
        ["named(java.lang.String): shop.Tag".to_owned(), "of(java.lang.Object): shop.Tag".to_owned()]
    );
}

/// The class literals that the only parameter of a method's own may be.
fn literals_for(method: &str) -> Vec<String> {
    let fixture = &*FIXTURE;
    let cluster = &fixture.cluster;
    let callable = cluster.callables.iter().find(|callable| callable.name == method).unwrap();
    let literals = cluster.class_literals(callable.parameters[0]);
    literals.iter().map(|ty| cluster.types.display(*ty).to_string()).collect()
}

#[test]
fn class_literal_is_one_that_javac_takes() {
    let any = literals_for("make");
    assert!(any.contains(&"java.lang.String".to_owned()), "{any:?}");
    assert!(!any.contains(&"shop.Basket.Secret".to_owned()), "{any:?}");
    let listed = literals_for("numbers");
    assert!(listed.contains(&"java.lang.Integer".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"java.lang.String".to_owned()), "{listed:?}");
    assert_eq!(literals_for("nested"), ["java.lang.Object"], "the lists have to be of it");
    assert_eq!(literals_for("pick"), ["java.util.concurrent.TimeUnit"]);
    let numbers = literals_for("handle");
    assert!(numbers.contains(&"java.lang.Integer".to_owned()), "{numbers:?}");
    assert!(!numbers.contains(&"java.lang.String".to_owned()), "{numbers:?}");
}

#[test]
fn argument_that_alone_decides_a_type_parameter_may_be_of_any_type() {
    let text = "package shop;
        class Registry {
            static class Token<T> { static <T> Token<T> of(Class<T> type) { return new Token<>(); } }
            interface Source<T> { T next(); }
            static class Adapter<T> {}
            <T> Adapter<T> adapter(Token<T> token) { return null; }
            <N extends Number> N number(Token<N> token, String name) { return null; }
            <T> void put(Token<T> token, T value) {}
            <T> void both(Token<T> one, Token<T> other) {}
            static class Pair<A, B> {}
            <T> void pair(Pair<T, T> pair) {}
            <E extends Enum<E>> void constants(Token<E> token) {}
            <T> java.util.List<Adapter<T>> adapters(Token<T> token) { return null; }
            <T> void from(Source<T> source) {}
        }";
    let fixture = Fixture::of("shop/Registry", text, "shop");
    let cluster = &fixture.cluster;
    let types_of = |method: &str| {
        let callable = cluster.callables.iter().find(|callable| callable.name == method).unwrap();
        let parameter = cluster.types.display(callable.parameters[0]).to_string();
        (parameter, cluster.types.display(callable.return_type).to_string())
    };
    let shown = |parameter: &str, result: &str| (parameter.to_owned(), result.to_owned());
    let any = "shop.Registry$Token<?>";
    assert_eq!(types_of("adapter"), shown(any, "shop.Registry$Adapter<?>"));
    let numbers = "shop.Registry$Token<? extends java.lang.Number>";
    assert_eq!(types_of("number"), shown(numbers, "java.lang.Number"));
    // Something else decides too.
    let of_objects = "shop.Registry$Token<java.lang.Object>";
    for method in ["put", "both"] {
        assert_eq!(types_of(method), shown(of_objects, "void"));
    }
    let of_objects_too = "java.util.List<shop.Registry$Adapter<java.lang.Object>>";
    assert_eq!(types_of("adapters"), shown(of_objects, of_objects_too));
    assert_eq!(types_of("constants").0, "shop.Registry$Token<java.util.concurrent.TimeUnit>");
    assert_eq!(types_of("pair").0, "shop.Registry$Pair<java.lang.Object, java.lang.Object>");
    assert_eq!(types_of("from").0, "shop.Registry$Source<java.lang.Object>");
    // What gives any token takes any class.
    let ty = cluster.callables.iter().find(|it| it.name == "adapter").unwrap().parameters[0];
    let given = fixture.show_all(cluster.generators(ty));
    assert!(given.contains(&"of(java.lang.Class<?>): shop.Registry$Token<?>".to_owned()), "{given:?}");
}

#[test]
fn classes_that_the_code_names_are_among_the_literals() {
    let text = "package shop;
        class Converter {
            boolean isNumber(Class<?> type) { return type == long.class || type == java.util.UUID.class || type == byte[].class; }
            Object none() { return java.util.BitSet.class; }
        }";
    let fixture = Fixture::of("shop/Converter", text, "shop");
    let cluster = &fixture.cluster;
    let shown: Vec<String> =
        cluster.named_classes.iter().map(|ty| cluster.types.display(*ty).to_string()).collect();
    assert_eq!(shown, ["long", "java.util.BitSet", "java.util.UUID", "byte[]"]);
    let any = cluster.callables.iter().find(|it| it.name == "isNumber").unwrap().parameters[0];
    for named in &cluster.named_classes {
        assert!(cluster.class_literals(any).contains(named), "{named:?}");
    }
}

#[test]
fn generic_types_are_those_of_members() {
    let text = "package shop;
        class Kinds {
            java.util.Map<String, int[]> prices;
            int[] plain;
            boolean isList(java.lang.reflect.Type type) { return type == java.util.List.class; }
        }";
    let fixture = Fixture::of("shop/Kinds", text, "shop");
    let cluster = &fixture.cluster;
    let asked = |lookup: &MemberLookup| {
        let owner = cluster.types.display(lookup.class).to_string();
        let asked = &cluster.callable(lookup.last_call()).name;
        format!("{owner}.{} {asked}", lookup.name.as_deref().unwrap_or("new"))
    };
    let of_types = cluster.member_lookups.iter().filter(|lookup| lookup.type_of.is_some());
    assert_eq!(
        of_types.map(asked).collect::<Vec<_>>(),
        [
            "java.lang.System.getenv getGenericReturnType",
            "java.util.List.get getGenericReturnType",
            "java.util.Collection.toArray getGenericReturnType",
            "java.util.SortedMap.comparator getGenericReturnType",
            "java.lang.annotation.Annotation.annotationType getGenericReturnType",
            "java.lang.reflect.Method.getParameterTypes getGenericReturnType",
            "java.util.Map.entrySet getGenericReturnType",
            "shop.Kinds.prices getGenericType",
        ]
    );
}

#[test]
fn types_that_the_code_asks_for_can_be_built() {
    let cluster = &FIXTURE.cluster;
    let shown: Vec<String> =
        cluster.tested_types.iter().map(|ty| cluster.types.display(*ty).to_string()).collect();
    for expected in ["char[]", "java.io.Reader", "shop.Basket<java.lang.Integer>"] {
        assert!(shown.iter().any(|shown| shown == expected), "{expected} is not in {shown:?}");
    }
    let reader = FIXTURE.type_named("java.io.Reader");
    assert!(!cluster.generators(reader).is_empty());
}

#[test]
fn methods_of_hidden_classes_and_lambdas_are_called_through_what_they_implement() {
    let mut shown = Vec::new();
    for id in &FIXTURE.cluster.under_test {
        let callable = FIXTURE.cluster.callable(*id);
        if !callable.owner.as_str().starts_with("shop/") {
            let receiver = callable.receiver.unwrap();
            let method = &FIXTURE.under_test.methods[callable.under_test.unwrap().index()];
            let givers =
                FIXTURE.cluster.generators(receiver).iter().map(|id| &FIXTURE.cluster.callable(*id).name);
            let givers: Vec<&str> = givers.map(String::as_str).collect();
            shown.push(format!(
                "{}.{} runs {} of {}",
                callable.owner,
                callable.name,
                method.source_name,
                givers.join(", ")
            ));
        }
    }
    shown.sort();
    let expected = [
        "java.lang.Enum.toString runs Basket.Kind$1.toString() of SMALL, LARGE, kind",
        "java.util.Comparator.compare runs Basket$1.compare(String, String) of BY_LENGTH",
        "java.util.Iterator.hasNext runs Basket.Walk.hasNext() of iterator",
        "java.util.Iterator.next runs Basket.Walk.next() of iterator",
        "java.util.function.Function.apply runs Basket.length lambda of length",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn variable_whose_bound_speaks_of_it_becomes_a_class_that_is_one_of_itself() {
    let source = "package shop;
interface Element<T extends Element<T>> { T next(); }
abstract class Unknown<T extends Element<T>> implements Element<T> {}
final class Leaf implements Element<Leaf> { public Leaf next() { return this; } }
class Chain<E extends Element<E>> {
    Chain(E first) {}
    static <T extends Element<T>> T last(T first) { return first.next(); }
    static <L extends java.util.List<String>> L sorted(L texts) { return texts; }
}
";
    let fixture = Fixture::of("shop/Chain", source, "shop");
    let mut shown = fixture.show_all(&fixture.cluster.under_test);
    shown.sort();
    let texts = "java.util.List<java.lang.String>";
    assert_eq!(
        shown,
        [
            "<init>(shop.Leaf): shop.Chain<shop.Leaf>",
            "last(shop.Leaf): shop.Leaf",
            &format!("sorted({texts}): {texts}")
        ]
    );
}

#[test]
fn class_that_nothing_is_within_the_bounds_of_stays_raw() {
    let source = "package shop; class Shape<S extends Shape<S>> { void add(S other) {} }";
    let fixture = Fixture::of("shop/Shape", source, "shop");
    let shown = fixture.show_all(&fixture.cluster.under_test);
    assert_eq!(shown, ["<init>(): shop.Shape", "shop.Shape add(shop.Shape): void"]);
}

#[test]
fn test_in_another_package_calls_what_is_public() {
    let source = "package shop;
public class Till {
    public Till() {}
    protected Till(int drawers) {}
    public int count(Purse purse) { return 0; }
    int secret() { return 0; }
    protected void lock() {}
    public static class Key { Key() {} public static Key cut() { return new Key(); } }
    static class Hinge { public Hinge() {} }
}
class Purse { public Purse() {} }
";
    let fixture = Fixture::of("shop/Till", source, "shop/evoketest");
    let mut shown = fixture.show_all(&fixture.cluster.under_test);
    shown.sort();
    assert_eq!(shown, ["<init>(): shop.Till", "cut(): shop.Till$Key"]);
}

#[test]
fn member_is_hidden_by_what_stands_between_the_variable_and_its_owner() {
    let folder = tempfile::tempdir().unwrap();
    let jdk = Jdk::for_tests().expect("these tests need a JDK").remove(0);
    let sources = [
        (
            "Base",
            "package shop; public class Base { public int size; void open() {} public void close(int i) {} \
          public void lock() {} protected void press() {} public class Slot {} }",
        ),
        (
            "Away",
            "package far; public class Away extends shop.Base { public int size; protected void press() {} \
          private class Slot {} }",
        ),
        ("Near", "package shop; class Near extends Base { void lock(int i) {} }"),
    ];
    for (name, text) in sources {
        let source = folder.path().join(format!("{name}.java"));
        fs::write(&source, text).unwrap();
        compile(&jdk, &source, folder.path());
    }
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    let (hierarchy, _) = ClassHierarchy::build(&class_path).unwrap();
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&ClassName::new("shop/Base")).unwrap();
    let under_test = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let cluster = TestCluster::build(&library, &hierarchy, &under_test, ClusterLimits::default());
    let hidden = |class: &str| -> Vec<&str> {
        let members = cluster.callables.iter().filter(|member| {
            member.receiver.is_some()
                && member.owner.as_str() == "shop/Base"
                && library.hides(&ClassName::new(class), member, "shop")
        });
        let mut names: Vec<&str> = members.map(|member| member.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    assert_eq!(hidden("far/Away"), ["open", "press", "size"]);
    assert_eq!(hidden("shop/Near"), Vec::<&str>::new());
    let slot = cluster.callables.iter().find(|callable| callable.owner.as_str() == "shop/Base$Slot").unwrap();
    let hides_slot = |class: &str| library.hides(&ClassName::new(class), slot, "shop");
    assert_eq!(["far/Away", "shop/Near", "shop/Base"].map(hides_slot), [true, false, false]);
}

#[test]
fn interface_of_fifty_methods_is_implemented() {
    let methods = (0..50).map(|number| format!("int get{number}();")).collect::<Vec<_>>().concat();
    let source =
        format!("package shop; interface Store {{ {methods} }} class Clerk {{ Clerk(Store store) {{}} }}");
    let fixture = Fixture::of("shop/Clerk", &source, "shop");
    let store = fixture.type_named("shop.Store");
    let stubs = fixture.cluster.stubs_of(store);
    assert_eq!(stubs.len(), 1);
    assert_eq!(fixture.cluster.stub(stubs[0]).methods.len(), 50);
}

#[test]
fn generic_method_is_implemented_with_bounds_as_its_class_binds_them() {
    let source = "package shop;
interface Store<T> { <S extends T> S save(S item); <S extends T, R> R with(java.util.List<S> items, R other); }
interface Texts extends Store<String> {}
class Clerk { Clerk(Texts texts) {} }
";
    let fixture = Fixture::of("shop/Clerk", source, "shop");
    assert_eq!(
        stub_shown(&fixture, "shop.Texts"),
        ["class shop.Texts() save(java.lang.String): java.lang.String; \
          with(java.util.List, java.lang.Object): java.lang.Object"]
    );
}

#[test]
fn singleton_behind_its_interface_may_give_its_class() {
    let source = "\
package shop;
interface Rule {}
class Discount implements Rule {
    static final Rule INSTANCE = new Discount();
    private Discount() {}
    int of(int price) { return price > 10 ? 1 : 0; }
}
class Rules { static Rule first(int number) { return Discount.INSTANCE; } }
";
    let fixture = Fixture::of("shop/Discount", source, "shop");
    let discount = fixture.type_named("shop.Discount");
    assert!(fixture.cluster.generators(discount).is_empty());
    let wider = fixture.cluster.wider_generators(discount);
    let mut shown = fixture.show_all(wider);
    shown.sort();
    assert_eq!(shown, ["INSTANCE(): shop.Rule", "first(int): shop.Rule"]);
    let rule = fixture.type_named("shop.Rule");
    assert_eq!(fixture.cluster.narrower(rule), [discount]);
}

#[test]
fn bodies_of_enum_constants_are_called_through_the_interface_of_the_enum() {
    let source = "\
package shop;
interface Strategy { Number pick(int number); }
enum Policy implements Strategy {
    LOW { @Override public Integer pick(int number) { return number > 1 ? 1 : number; } },
    HIGH { @Override public Integer pick(int number) { return number; } }
}
";
    let fixture = Fixture::of("shop/Policy", source, "shop");
    let under_test = fixture.show_all(&fixture.cluster.under_test);
    assert_eq!(under_test, ["shop.Policy pick(int): java.lang.Number"]);
    let policy = fixture.type_named("shop.Policy");
    assert_eq!(fixture.cluster.generators(policy).len(), 2);
}

#[test]
fn call_that_makes_an_object_of_the_class_is_the_first_that_may_give_it() {
    let source = "\
package shop;
abstract class Element {}
class Exact extends Element {
    private Exact(int value) {}
    static class Field { Element of(int one, int other) { return new Exact(one + other); } }
}
class Point {
    Element a() { return null; } Element b() { return null; } Element c() { return null; }
    Element d() { return null; } Element e() { return null; } Element f() { return null; }
    Element g() { return null; } Element h() { return null; } Element i() { return null; }
}
";
    let fixture = Fixture::of("shop/Exact", source, "shop");
    let exact = fixture.type_named("shop.Exact");
    let wider = fixture.show_all(fixture.cluster.wider_generators(exact));
    assert_eq!((wider.len(), wider[0].as_str()), (8, "shop.Exact$Field of(int, int): shop.Element"));
}

#[test]
fn public_field_of_what_is_needed_can_be_written() {
    let source = "\
package shop;
class Order { public boolean isUrgent; final int number = 1; static int count; }
class Desk { int take(Order order) { return order.isUrgent ? 1 : 0; } }
";
    let fixture = Fixture::of("shop/Desk", source, "shop");
    let order = fixture.type_named("shop.Order");
    assert_eq!(fixture.show_all(fixture.cluster.modifiers(order)), ["shop.Order isUrgent(boolean): void"]);
}

#[test]
fn what_takes_another_object_is_known_of_a_class_with_any_number_of_methods() {
    let mut source = "package shop;
class Node {
    int value; Node parent;
"
    .to_owned();
    for number in 0..30 {
        let setter = "    void set#(int value) { this.value = value; }\n";
        source.push_str(&setter.replace('#', &number.to_string()));
    }
    source.push_str(
        "    void addChild(Node child) { child.parent = this; }
    Node getOther(Node other) { value++; return other; }
    void connect(String host) { value = host.length(); }
    void setSocket(java.net.Socket socket) { value = socket.getPort(); }
}
class Tree { int depth(Node node) { return node.parent == null ? 0 : 1; } }
",
    );
    let fixture = Fixture::of("shop/Tree", &source, "shop");
    let modifiers = fixture.show_all(fixture.cluster.modifiers(fixture.type_named("shop.Node")));
    for known in ["addChild(shop.Node)", "connect(java.lang.String)", "setSocket(java.net.Socket)"] {
        assert!(modifiers.contains(&format!("shop.Node {known}: void")), "{known} is not in {modifiers:#?}");
    }
    assert!(!modifiers.iter().any(|it| it.contains("getOther")), "{modifiers:#?}");
    assert!(modifiers.len() < 30, "{modifiers:#?}");
}

#[test]
fn class_that_takes_the_class_of_its_parameter_is_called_with_several() {
    let source = "package shop; class Reader<T> { Reader(Class<T> type) {} T read() { return null; } }";
    let fixture = Fixture::of("shop/Reader", source, "shop");
    assert_eq!(
        fixture.show_all(&fixture.cluster.under_test),
        [
            "<init>(java.lang.Class<java.lang.Object>): shop.Reader<java.lang.Object>",
            "shop.Reader<java.lang.Object> read(): java.lang.Object",
            "<init>(java.lang.Class<java.lang.String>): shop.Reader<java.lang.String>",
            "shop.Reader<java.lang.String> read(): java.lang.String",
        ]
    );
}

#[test]
fn names_that_java_cannot_be_written_with_are_left_alone() {
    let source = "\
package shop;
class Price {
    int in_cents;
    Price(int cents) { in_cents = cents; }
    int plus_ten() { return in_cents + 10; }
    int minus(int cents) { return in_cents - cents; }
    int of(Rounding rounding) { return rounding.round_up(in_cents); }
}
interface Rounding { int round_up(int cents); }
";
    let names = [("in_cents", "in-cents"), ("plus_ten", "plus-ten"), ("round_up", "round-up")];
    let fixture = Fixture::renamed("shop/Price", source, "shop", &names);
    assert_eq!(
        fixture.show_all(&fixture.cluster.under_test),
        ["<init>(int): shop.Price", "shop.Price minus(int): int", "shop.Price of(shop.Rounding): int",]
    );
    let rounding = fixture.type_named("shop.Rounding");
    assert!(fixture.cluster.stubs_of(rounding).is_empty());
    assert!(fixture.cluster.callables.iter().all(|callable| callable.name != "in-cents"));
}

#[test]
fn object_that_only_a_field_around_its_class_holds_is_read_from_there() {
    let source = "\
package shop;
class Price {
    static final Companion Companion = new Companion();
    static class Companion { private Companion() {} int parse(String text) { return text.length() > 3 ? 1 : 0; } }
}
";
    let fixture = Fixture::of("shop/Price", source, "shop");
    let companion = fixture.type_named("shop.Price$Companion");
    assert_eq!(
        fixture.show_all(fixture.cluster.generators(companion)),
        ["Companion(): shop.Price$Companion"]
    );
}

#[test]
fn static_fields_are_read_where_nothing_can_be_called() {
    let source = "\
package shop;
final class Platform {
    static final int LIMIT = 10;
    static final boolean FAST = Boolean.getBoolean(\"fast\");
    static final Object LOCK = FAST ? new Object() : null;
    private static final Object HIDDEN = LOCK;
    private Platform() {}
}
";
    let fixture = Fixture::of("shop/Platform", source, "shop");
    assert_eq!(
        fixture.show_all(&fixture.cluster.under_test),
        ["FAST(): boolean", "LOCK(): java.lang.Object"],
        "a constant is written in place of the field"
    );
    let plain = "package shop; enum Size { SMALL, LARGE }";
    assert!(Fixture::of("shop/Size", plain, "shop").cluster.under_test.is_empty());
    let deciding =
        "package shop; enum Size { SMALL(1), LARGE(9); final int sum; Size(int n) { sum = n > 5 ? n : 0; } }";
    let fixture = Fixture::of("shop/Size", deciding, "shop");
    assert_eq!(fixture.show_all(&fixture.cluster.under_test), ["SMALL(): shop.Size", "LARGE(): shop.Size"]);
}

#[test]
fn one_way_to_a_subclass_is_one_that_can_be_written_down() {
    let mut source = "package shop;
interface Value { Object get(); }
class Knot { Knot(Knot other) {} }
class Sum { Sum(Value value) {} }
"
    .to_owned();
    for number in 0..10 {
        source.push_str(
            &"class Kind# implements Value {
    Kind#(Knot knot) {}
    Kind#(String text, int n) {}
    public Object get() { return null; }
}
"
            .replace('#', &number.to_string()),
        );
    }
    let fixture = Fixture::of("shop/Sum", &source, "shop");
    let generators = fixture.show_all(fixture.cluster.generators(fixture.type_named("shop.Value")));
    for number in 0..10 {
        let simple = format!("<init>(java.lang.String, int): shop.Kind{number}");
        assert!(generators.contains(&simple), "{simple} is not in {generators:#?}");
    }
}

#[test]
fn method_under_test_that_others_call_can_be_overridden_and_no_other() {
    let source = "package shop;
interface Stock { default boolean has(String item) { return true; } default boolean lacks(String item) { return false; } }
interface Prices extends Stock {
    int of(String item);
    default boolean knows(String item) { return true; }
    default int count() { return 1; }
    default int orZero(String item) { return knows(item) && has(item) ? of(item) : 0; }
}
";
    let fixture = Fixture::of("shop/Prices", source, "shop");
    let stubs = fixture.cluster.stubs_of(fixture.type_named("shop.Prices"));
    let [stub] = stubs else { panic!("{stubs:?}") };
    let stub = fixture.cluster.stub(*stub);
    let methods: Vec<(&str, bool)> =
        stub.methods.iter().map(|method| (method.name.as_str(), method.is_optional)).collect();
    assert_eq!(methods, [("of", false), ("knows", true), ("has", true)]);
    assert!(stub.is_functional, "what need not be implemented does not keep it from being a lambda");
}

#[test]
fn method_of_an_interface_that_object_has_without_showing_it_is_implemented() {
    let source = "package shop;
interface Item { Object clone(); String toString(); String name(); }
class Shelf { int put(Item item) { return item.name().length(); } }
";
    let fixture = Fixture::of("shop/Shelf", source, "shop");
    let stubs = fixture.cluster.stubs_of(fixture.type_named("shop.Item"));
    let [stub] = stubs else { panic!("{stubs:?}") };
    let methods = fixture.cluster.stub(*stub).methods.iter().map(|method| method.name.as_str());
    assert_eq!(methods.collect::<Vec<_>>(), ["clone", "name"]);
}
