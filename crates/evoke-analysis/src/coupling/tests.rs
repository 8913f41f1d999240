//! The coupled branches of small pairs, those of the paper first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use evoke_classfile::{ClassPath, Jdk};
use tempfile::TempDir;

use super::*;
use crate::{ClassLibrary, ClassUnderTest};

/// Compiles these sources with the first JDK.
fn compile(sources: &[PathBuf]) -> (TempDir, ClassPath) {
    let jdk = Jdk::for_tests().unwrap().remove(0);
    let folder = TempDir::new().unwrap();
    let javac = jdk.home.join("bin/javac");
    let output =
        Command::new(javac).args(["-g", "-nowarn", "-d"]).arg(folder.path()).args(sources).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    (folder, class_path)
}

fn analyse(class_path: &ClassPath, caller: &str, callee: &str) -> ClassUnderTest {
    let library = ClassLibrary::new(class_path);
    let pair = ClassPair::read(&library, &caller.into(), &callee.into()).unwrap();
    ClassUnderTest::analyse_pair(&library, &pair)
}

fn names(class: &ClassUnderTest) -> Vec<String> {
    let coupling = class.coupling.as_ref().unwrap();
    (0..coupling.len() as u32).filter_map(|number| coupling.name(number)).collect()
}

/// The example of the paper.
fn of_the_paper(caller: &str, callee: &str) -> ClassUnderTest {
    of_tree("pairs", caller, callee)
}

/// A pair of a tree of `testdata`.
fn of_tree(tree: &str, caller: &str, callee: &str) -> ClassUnderTest {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(tree);
    let sources: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    let (_folder, class_path) = compile(&sources);
    analyse(&class_path, caller, callee)
}

/// Classes in one source file.
fn pair(source: &str, caller: &str, callee: &str) -> ClassUnderTest {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("Sources.java");
    fs::write(&path, source).unwrap();
    let (_folder, class_path) = compile(&[path]);
    analyse(&class_path, caller, callee)
}

#[test]
fn person_is_coupled_with_car_by_the_branch_that_always_leads_to_refuelling() {
    assert_eq!(
        names(&of_the_paper("Person", "Car")),
        [
            "Person.java:13 !lazy -> Car.java:8 fuelAmount >= 100",
            "Person.java:13 !lazy -> Car.java:8 fuelAmount < 100",
        ]
    );
}

#[test]
fn green_person_is_coupled_with_the_branches_that_a_hybrid_car_inherits_too() {
    assert_eq!(
        names(&of_the_paper("GreenPerson", "HybridCar")),
        [
            "GreenPerson.java:7 !chargerAvailable() -> Car.java:8 fuelAmount >= 100",
            "GreenPerson.java:7 !chargerAvailable() -> Car.java:8 fuelAmount < 100",
            "GreenPerson.java:7 chargerAvailable() -> HybridCar.java:4 charge >= 10",
            "GreenPerson.java:7 chargerAvailable() -> HybridCar.java:4 charge < 10",
        ]
    );
}

#[test]
fn superclass_is_coupled_with_what_the_subclass_overrides() {
    let class = of_the_paper("Person", "GreenPerson");
    let names = names(&class);
    assert_eq!(names.len(), 6, "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("Person.java:5 ")), "{names:?}");
    assert_eq!(class.name(), Some(&"GreenPerson".into()));
    assert_eq!(class.called_classes(), ["GreenPerson".into()]);
}

#[test]
fn subclass_is_coupled_with_what_it_inherits() {
    assert_eq!(
        names(&of_the_paper("GreenPerson", "Person")),
        [
            "GreenPerson.java:5 lazy -> Person.java:21 tired <= 2",
            "GreenPerson.java:5 lazy -> Person.java:21 tired > 2",
        ]
    );
}

#[test]
fn methods_that_reach_no_call_site_cover_nothing() {
    let class = of_the_paper("Person", "Car");
    let covering = &class.coupling.as_ref().unwrap().covering_methods;
    let names: Vec<&str> = covering.iter().map(|id| class.methods[id.index()].name.as_str()).collect();
    assert_eq!(names, ["driveToHome", "addEnergy"]);
}

#[test]
fn call_that_every_way_through_its_method_makes_is_led_to_by_the_entry() {
    let class = pair(
        "class Shop { void open(Till till) { till.count(3); } } \
         class Till { boolean count(int n) { return n > 2; } }",
        "Shop",
        "Till",
    );
    assert_eq!(
        names(&class),
        ["Shop.open(Till) -> Sources.java:1 n <= 2", "Shop.open(Till) -> Sources.java:1 n > 2"]
    );
}

#[test]
fn callees_own_calls_constructors_and_lambdas_of_the_caller_are_followed() {
    let class = pair(
        "class Shop {\n\
         Runnable later(boolean now) {\n\
         return () -> { if (now)\n\
         new Till(1); };\n\
         } }\n\
         class Till {\n\
         Till(int n) { count(n); }\n\
         private void count(int n) { if (n > 2) n++; }\n\
         void other(int n) { if (n > 3) n++; }\n\
         }",
        "Shop",
        "Till",
    );
    assert_eq!(
        names(&class),
        ["Sources.java:3 now -> Sources.java:8 n <= 2", "Sources.java:3 now -> Sources.java:8 n > 2"]
    );
}

#[test]
fn call_through_an_interface_reaches_what_the_callee_implements() {
    let class = pair(
        "interface Tool { void use(int n); }\n\
         class Hammer implements Tool { public void use(int n) { if (n > 2) n++; } public boolean equals(Object o) { return o == null; } }\n\
         class Shop { void work(Tool tool, boolean hard) { if (hard) tool.use(1); tool.equals(null); } }",
        "Shop",
        "Hammer",
    );
    assert_eq!(names(&class).len(), 2, "{:?}", names(&class));
}

#[test]
fn what_siblings_inherit_couples_them_only_where_it_is_called_on_the_other() {
    let source = "class Base { Base() { check(1); } void check(int n) { if (n > 2) n++; } }\n\
         class One extends Base { void own() { check(3); } void other(Two two) { two.check(4); } }\n\
         class Two extends Base { }";
    let names = names(&pair(source, "One", "Two"));
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].starts_with("One.other(Two) -> "), "{names:?}");
}

#[test]
fn sites_that_the_same_branches_lead_to_share_a_context_and_pairs_are_numbered_through() {
    let class = pair(
        "class Shop { void sell(Till till, int n) {\n\
         if (n > 0) { till.open(n); till.close(n); }\n\
         else { till.open(n); } } }\n\
         class Till {\n\
         void open(int n) { if (n > 5) n++; }\n\
         void close(int n) { if (n > 7) n++; } }",
        "Shop",
        "Till",
    );
    let coupling = class.coupling.as_ref().unwrap();
    let sites: Vec<usize> = class.contexts.iter().map(|context| context.sites.len()).collect();
    let mut n_sites = sites.clone();
    n_sites.sort_unstable();
    assert_eq!(n_sites, [0, 1, 2]);
    assert_eq!(coupling.len(), 6);
    for number in 0..6 {
        let (caller, callee) = coupling.pair(number).unwrap();
        assert_eq!(coupling.number(caller, callee), Some(number));
    }
    assert_eq!(coupling.pair(6), None);
}

/// Names of coupled branches whose caller's part is in this line or method.
fn names_from(class: &ClassUnderTest, caller: &str) -> Vec<String> {
    let prefix = format!("{caller} ");
    names(class).iter().filter_map(|name| Some(name.strip_prefix(&prefix)?.to_owned())).collect()
}

#[test]
fn every_way_to_call_couples() {
    let class = of_tree("calls", "Desk", "Scale");
    let of = |caller: &str| names_from(&class, caller);
    assert_eq!(
        of("Desk.java:9"),
        ["rounds -> Scale.java:13 weight <= 50", "rounds -> Scale.java:13 weight > 50"]
    );
    let accepts = ["-> Scale.java:17 weight > limit", "-> Scale.java:17 weight <= limit"];
    assert_eq!(of("Desk.byBoundReference(Scale, int)"), accepts);
    assert_eq!(of("Desk.byReference(Scale, int)"), accepts);
    assert_eq!(of("Desk.java:27"), ["opens -> Scale.java:6 limit >= 0", "opens -> Scale.java:6 limit < 0"]);
    assert_eq!(
        of("Desk.java:35"),
        ["!closes -> Scale.java:6 limit >= 0", "!closes -> Scale.java:6 limit < 0"]
    );
    assert_eq!(
        of("Desk.java:43"),
        ["value != 0 -> Scale.java:17 weight > limit", "value != 0 -> Scale.java:17 weight <= limit"]
    );
    assert_eq!(names(&class).len(), 12);
}

#[test]
fn default_method_couples_whoever_calls_it_on_the_class_that_inherits_it() {
    assert_eq!(
        names(&of_tree("calls", "Counter", "CityTariff")),
        [
            "Counter.pay(CityTariff, int) -> CityTariff.java:5 weight >= 5",
            "Counter.pay(CityTariff, int) -> CityTariff.java:5 weight < 5",
            "Counter.pay(CityTariff, int) -> Tariff.java:6 weight <= 20",
            "Counter.pay(CityTariff, int) -> Tariff.java:6 weight > 20",
        ]
    );
}

#[test]
fn interface_is_coupled_as_a_superclass_is() {
    let class = of_tree("calls", "CityTariff", "Tariff");
    assert_eq!(
        names(&class),
        [
            "CityTariff.java:9 returns -> Tariff.java:6 weight <= 20",
            "CityTariff.java:9 returns -> Tariff.java:6 weight > 20",
        ]
    );
    let class = of_tree("calls", "Tariff", "CityTariff");
    assert_eq!(class.name(), Some(&"CityTariff".into()));
    assert_eq!(
        names(&class),
        [
            "Tariff.java:6 weight <= 20 -> CityTariff.java:5 weight >= 5",
            "Tariff.java:6 weight <= 20 -> CityTariff.java:5 weight < 5",
            "Tariff.java:6 weight > 20 -> CityTariff.java:5 weight >= 5",
            "Tariff.java:6 weight > 20 -> CityTariff.java:5 weight < 5",
        ]
    );
}

#[test]
fn default_method_of_the_nearer_interface_hides_that_of_the_farther() {
    let source = "interface Far { default int f(int n) { return n > 1 ? 1 : 2; } }\n\
         interface Near extends Far { default int f(int n) { return n > 3 ? 1 : 2; } }\n\
         class Both implements Far, Near { }\n\
         class User { int use(Both both) { return both.f(3); } }";
    let names = names(&pair(source, "User", "Both"));
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].ends_with("Sources.java:2 n <= 3"), "{names:?}");
}

#[test]
fn reference_of_an_object_that_can_be_serialised_is_no_call_site() {
    let source = "class User { Object use() { return (Runnable & java.io.Serializable) Till::open; } }\n\
         class Till { static int n; static void open() { if (n > 2) n++; } }";
    assert_eq!(names(&pair(source, "User", "Till")), Vec::<String>::new());
}
