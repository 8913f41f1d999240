//! Facts about hierarchies of hand-made classes and of the JDKs of the machine.

use std::fs;
use std::path::Path;

use evoke_classfile::{Jdk, access};
use tempfile::TempDir;

use super::*;

fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

fn class(internal: &str) -> ClassName {
    ClassName::new(internal)
}

/// A class file with nothing but a head.
fn class_file(flags: u16, name: &str, superclass: &str, interfaces: &[&str]) -> Vec<u8> {
    let names: Vec<&str> = [name, superclass].into_iter().chain(interfaces.iter().copied()).collect();
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
    let push = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u16).to_be_bytes());
    push(&mut bytes, names.len() * 2 + 1);
    for (position, name) in names.iter().enumerate() {
        bytes.push(7);
        push(&mut bytes, position * 2 + 2);
        bytes.push(1);
        push(&mut bytes, name.len());
        bytes.extend(name.as_bytes());
    }
    push(&mut bytes, usize::from(flags));
    push(&mut bytes, 1);
    push(&mut bytes, 3);
    push(&mut bytes, interfaces.len());
    for position in 2..names.len() {
        push(&mut bytes, position * 2 + 1);
    }
    bytes.extend([0; 6]);
    bytes
}

fn write_class(root: &Path, name: &str, superclass: &str, interfaces: &[&str]) {
    write(root, name, &class_file(access::PUBLIC, name, superclass, interfaces));
}

fn write(root: &Path, name: &str, bytes: &[u8]) {
    let path = root.join(format!("{name}.class"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn build(root: &Path, jdk: &Jdk) -> (ClassPath, ClassHierarchy, Vec<Diagnostic>) {
    let class_path = ClassPath::open(&[root.to_path_buf()], jdk).unwrap();
    let (hierarchy, diagnostics) = ClassHierarchy::build(&class_path).unwrap();
    (class_path, hierarchy, diagnostics)
}

fn binary(names: &[ClassName]) -> Vec<String> {
    names.iter().map(ClassName::binary).collect()
}

/// `Shape` with the implementors `Circle` and, through `Polygon`, `Square`; and a `List` of shapes.
fn write_shapes(root: &Path) {
    write(
        root,
        "p/Shape",
        &class_file(access::INTERFACE | access::ABSTRACT, "p/Shape", "java/lang/Object", &[]),
    );
    write_class(root, "p/Square", "p/Polygon", &["java/io/Serializable"]);
    write_class(root, "p/Polygon", "java/lang/Object", &["p/Shape"]);
    write_class(root, "p/Circle", "java/lang/Object", &["p/Shape", "java/lang/Comparable"]);
    write_class(root, "p/Shapes", "java/util/ArrayList", &[]);
}

#[test]
fn classes_of_the_jdk_know_their_supertypes() {
    let temp = TempDir::new().unwrap();
    for jdk in jdks() {
        let (_, hierarchy, diagnostics) = build(temp.path(), &jdk);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let (list, collection) = (class("java/util/ArrayList"), class("java/util/Collection"));
        assert!(hierarchy.is_subtype(&list, &collection));
        assert!(!hierarchy.is_subtype(&collection, &list));
        assert!(hierarchy.is_subtype(&collection, &class("java/lang/Object")));
        assert_eq!(hierarchy.superclass(&list), Some(&class("java/util/AbstractList")));
        assert_eq!(hierarchy.superclass(&class("java/lang/Object")), None);
        let interfaces: Vec<_> = hierarchy.interfaces(&list).map(ClassName::as_str).collect();
        let expected =
            ["java/util/List", "java/util/RandomAccess", "java/lang/Cloneable", "java/io/Serializable"];
        assert_eq!(interfaces, expected);
        assert!(hierarchy.subtypes(&class("java/lang/Number")).contains(&class("java/math/BigInteger")));
    }
}

#[test]
fn subtypes_of_an_interface_are_all_its_implementors() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    let shape = class("p/Shape");
    assert_eq!(binary(&hierarchy.subtypes(&shape)), ["p.Circle", "p.Polygon", "p.Square"]);
    assert_eq!(binary(&hierarchy.direct_subtypes(&shape)), ["p.Circle", "p.Polygon"]);
    assert_eq!(hierarchy.subtypes(&class("p/Square")), []);
    assert_eq!(hierarchy.subtypes(&class("p/Unknown")), []);
}

#[test]
fn subtypes_on_the_class_path_come_before_those_of_the_jdk() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    let lists = hierarchy.subtypes(&class("java/util/AbstractList"));
    assert_eq!(lists[0], class("p/Shapes"));
    assert!(lists.len() > 5 && lists[1..].is_sorted());
}

#[test]
fn flags_of_nested_classes_are_those_of_the_source() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    let node = hierarchy.access_flags(&class("java/util/LinkedList$Node")).unwrap();
    assert_eq!(node & (access::PRIVATE | access::STATIC), access::PRIVATE | access::STATIC);
    let shape = hierarchy.access_flags(&class("p/Shape")).unwrap();
    assert_eq!(shape, access::INTERFACE | access::ABSTRACT);
    assert_eq!(hierarchy.origin(&class("p/Shape")), Some(&Origin::Entry(0)));
    assert!(matches!(hierarchy.origin(&class("java/util/List")), Some(Origin::Jdk(_))));
}

#[test]
fn steps_count_the_shortest_way_up() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    write_class(temp.path(), "p/Direct", "p/Square", &["p/Shape"]);
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    let steps = |sub, sup| hierarchy.steps(&class(sub), &class(sup));
    assert_eq!(steps("p/Square", "p/Square"), Some(0));
    assert_eq!(steps("p/Square", "p/Shape"), Some(2));
    assert_eq!(steps("p/Direct", "p/Shape"), Some(1));
    assert_eq!(steps("p/Shape", "p/Square"), None);
}

#[test]
fn distance_leads_over_the_nearest_shared_supertype() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    let distance = |a, b| hierarchy.distance(&class(a), &class(b));
    assert_eq!(distance("p/Square", "p/Polygon"), Some(1));
    assert_eq!(distance("p/Polygon", "p/Square"), Some(1));
    assert_eq!(distance("p/Polygon", "p/Circle"), Some(2));
    assert_eq!(distance("p/Circle", "java/lang/Integer"), Some(2));
    assert_eq!(distance("p/Circle", "p/Unknown"), None);
}

#[test]
fn supertypes_in_other_modules_are_followed() {
    let temp = TempDir::new().unwrap();
    write_class(temp.path(), "p/Handler", "java/util/logging/StreamHandler", &[]);
    let (_, hierarchy, diagnostics) = build(temp.path(), &jdks()[0]);
    assert!(diagnostics.is_empty());
    assert!(hierarchy.is_subtype(&class("p/Handler"), &class("java/util/logging/Handler")));
}

#[test]
fn module_of_a_parameter_is_known_with_its_subtypes_once_included() {
    for jdk in jdks().into_iter().filter(|jdk| jdk.feature > 8) {
        let root = TempDir::new().unwrap();
        let (class_path, mut hierarchy, _) = build(root.path(), &jdk);
        // A class of `java.logging` with a parameter of type `Handler`.
        let logger = class_path.find(&class("java/util/logging/Logger")).unwrap().unwrap();
        let logger = ClassFile::parse(&logger).unwrap();
        let handler = class("java/util/logging/Handler");
        assert!(hierarchy.subtypes(&handler).is_empty());
        assert!(hierarchy.include_modules_of(&class_path, &[logger]).unwrap().is_empty());
        assert!(hierarchy.subtypes(&handler).contains(&class("java/util/logging/ConsoleHandler")));
    }
}

#[test]
fn class_of_another_module_is_known_once_included() {
    let temp = TempDir::new().unwrap();
    let (class_path, mut hierarchy, _) = build(temp.path(), &jdks()[0]);
    let (handler, abstract_handler) =
        (class("java/util/logging/ConsoleHandler"), class("java/util/logging/Handler"));
    assert!(!hierarchy.contains(&handler));
    assert!(hierarchy.include(&class_path, &handler).is_empty());
    assert!(hierarchy.is_subtype(&handler, &abstract_handler));
    assert_eq!(binary(&hierarchy.subtypes(&abstract_handler)).len(), 2);
    assert!(hierarchy.include(&class_path, &class("no/Such")).is_empty());
    assert!(!hierarchy.contains(&class("no/Such")));
}

#[test]
fn broken_classes_are_diagnostics_and_the_others_are_indexed() {
    let temp = TempDir::new().unwrap();
    write_shapes(temp.path());
    write(temp.path(), "p/Broken", &[0xCA, 0xFE, 0xBA, 0xBE, 0]);
    write(temp.path(), "p/Moved", &class_file(0, "q/Elsewhere", "java/lang/Object", &[]));
    write_class(temp.path(), "p/Child", "p/Broken", &[]);
    let (_, hierarchy, diagnostics) = build(temp.path(), &jdks()[0]);
    let messages: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        ["class `p.Broken` left out", "class `q.Elsewhere` left out: it lies in the place of `p.Moved`"]
    );
    assert!(!hierarchy.contains(&class("p/Broken")));
    assert_eq!(hierarchy.superclass(&class("p/Child")), Some(&class("p/Broken")));
    assert!(hierarchy.contains(&class("p/Circle")));
}

#[test]
fn cycle_of_superclasses_ends() {
    let temp = TempDir::new().unwrap();
    write_class(temp.path(), "p/A", "p/B", &[]);
    write_class(temp.path(), "p/B", "p/A", &[]);
    let (_, hierarchy, _) = build(temp.path(), &jdks()[0]);
    assert!(hierarchy.is_subtype(&class("p/A"), &class("p/B")));
    assert!(!hierarchy.is_subtype(&class("p/A"), &class("java/lang/Object")));
    assert_eq!(binary(&hierarchy.subtypes(&class("p/A"))), ["p.B"]);
}
