//! Names of nested classes, `InnerClasses` attributes that no compiler writes included.

use std::fs;

use evoke_classfile::{ClassPath, Jdk};
use tempfile::TempDir;

use super::*;

/// A row of an `InnerClasses` attribute: a class, the class around it, its simple name.
type Row<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

/// A public class file of a class with these rows and nothing else.
fn class_file(name: &str, superclass: &str, rows: &[Row<'_>]) -> Vec<u8> {
    let mut pool: Vec<Vec<u8>> = Vec::new();
    let mut text = |text: &str| {
        pool.push([&[1], &(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat());
        pool.len() as u16
    };
    let name_index = text(name);
    let superclass_index = text(superclass);
    let attribute_index = text("InnerClasses");
    let rows: Vec<[u16; 3]> = rows
        .iter()
        .map(|(inner, outer, simple)| [text(inner), outer.map_or(0, &mut text), simple.map_or(0, &mut text)])
        .collect();
    let mut class = |name: u16| {
        pool.push([&[7], &name.to_be_bytes()[..]].concat());
        pool.len() as u16
    };
    let head = [access::PUBLIC, class(name_index), class(superclass_index), 0, 0, 0, 1, attribute_index];
    let mut attribute = (rows.len() as u16).to_be_bytes().to_vec();
    for [inner, outer, simple] in rows {
        let outer = if outer == 0 { 0 } else { class(outer) };
        for number in [class(inner), outer, simple, access::PUBLIC | access::STATIC] {
            attribute.extend(number.to_be_bytes());
        }
    }
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
    bytes.extend((pool.len() as u16 + 1).to_be_bytes());
    bytes.extend(pool.concat());
    bytes.extend(head.iter().flat_map(|number| number.to_be_bytes()));
    bytes.extend((attribute.len() as u32).to_be_bytes());
    bytes.extend(attribute);
    bytes
}

/// A folder with these classes as the class path.
fn class_path(classes: &[(&str, &str, &[Row<'_>])]) -> (TempDir, ClassPath) {
    let folder = tempfile::tempdir().unwrap();
    for (name, superclass, rows) in classes {
        let path = folder.path().join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, class_file(name, superclass, rows)).unwrap();
    }
    let jdk = Jdk::for_tests().expect("these tests need a JDK").remove(0);
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    (folder, class_path)
}

const OBJECT: &str = "java/lang/Object";

#[test]
fn nested_class_is_named_by_the_classes_around_it() {
    let middle: Row<'_> = ("p/A$B", Some("p/A"), Some("B"));
    let inner: Row<'_> = ("p/A$B$C", Some("p/A$B"), Some("C"));
    let (_folder, class_path) = class_path(&[
        ("p/A", OBJECT, &[middle]),
        ("p/A$B", OBJECT, &[middle, inner]),
        ("p/A$B$C", OBJECT, &[middle, inner]),
    ]);
    let library = ClassLibrary::new(&class_path);
    let name = library.source_name(&"p/A$B$C".into()).unwrap();
    assert_eq!((name.package.as_str(), name.nesting), ("p", ["A", "B", "C"].map(str::to_owned).to_vec()));
    assert!(library.is_accessible(&"p/A$B$C".into(), "q"));
}

/// As Scala writes them for classes in traits.
#[test]
fn class_in_an_interface_that_is_not_static_is_inner_and_no_source_makes_one() {
    let within = |outer: &str, flags: u16| {
        let (_folder, class_path) =
            class_path(&[("p/Slot", OBJECT, &[("p/Slot", Some(outer), Some("Slot"))])]);
        let library = ClassLibrary::new(&class_path);
        let mut class = (*library.get(&"p/Slot".into()).unwrap()).clone();
        class.inner_classes[0].access_flags = flags;
        (ClassLibrary::is_inner(&class), library.is_inner_of_interface(&class))
    };
    assert_eq!(within("java/util/Map", access::PUBLIC), (true, true));
    assert_eq!(within("java/util/Map", access::PUBLIC | access::STATIC), (false, false));
    assert_eq!(within("java/util/ArrayList", access::PUBLIC), (true, false));
}

#[test]
fn class_without_a_name_of_its_own_cannot_be_named() {
    let (_folder, class_path) = class_path(&[
        ("p/A", OBJECT, &[]),
        ("p/A$1", OBJECT, &[("p/A$1", None, None)]),
        ("p/A$1Local", OBJECT, &[("p/A$1Local", None, Some("Local"))]),
    ]);
    let library = ClassLibrary::new(&class_path);
    for name in ["p/A$1", "p/A$1Local"] {
        assert_eq!(library.source_name(&name.into()), None);
        assert!(!library.is_accessible(&name.into(), "p"));
    }
}

#[test]
fn classes_that_are_nested_in_each_other_cannot_be_named() {
    let rows: [Row<'_>; 3] =
        [("p/A", Some("p/B"), Some("A")), ("p/B", Some("p/C"), Some("B")), ("p/C", Some("p/A"), Some("C"))];
    let (_folder, class_path) = class_path(&[
        ("p/A", OBJECT, &rows),
        ("p/B", OBJECT, &rows),
        ("p/C", OBJECT, &rows),
        ("p/Own", OBJECT, &[("p/Own", Some("p/Own"), Some("Own"))]),
    ]);
    let library = ClassLibrary::new(&class_path);
    for name in ["p/A", "p/B", "p/C", "p/Own"] {
        assert_eq!(library.source_name(&name.into()), None);
        assert!(!library.is_accessible(&name.into(), "p"));
    }
}

#[test]
fn classes_that_extend_each_other_have_object_as_accessible_supertype() {
    let local = |name| (name, None, None);
    let (_folder, class_path) =
        class_path(&[("p/A", "p/B", &[local("p/A")]), ("p/B", "p/A", &[local("p/B")])]);
    let library = ClassLibrary::new(&class_path);
    assert_eq!(library.accessible_supertype(&"p/A".into(), "p").as_str(), OBJECT);
}

#[test]
fn packages_of_a_library_may_be_called_like_internal_ones_of_the_jdk() {
    let (_folder, class_path) = class_path(&[("com/sun/mail/Protocol", OBJECT, &[])]);
    let library = ClassLibrary::new(&class_path);
    assert!(library.is_accessible(&"com/sun/mail/Protocol".into(), "p"));
    assert!(library.get(&"sun/misc/Unsafe".into()).is_some());
    assert!(!library.is_accessible(&"sun/misc/Unsafe".into(), "p"));
}
