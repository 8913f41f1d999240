//! What is in the class files of specimens.

use evoke_classfile::{Annotation, ClassFile, ElementValue, MethodSignature, access, opcode};

use super::{Property, PropertyKind, Specimen, class_files};

fn option(name: &str) -> Annotation {
    let names = ElementValue::Array(vec![ElementValue::String(name.to_owned())]);
    Annotation { class: "p/Option".into(), elements: vec![("names".to_owned(), names)] }
}

fn bean() -> Specimen {
    let property = |kind| Property {
        kind,
        is_filled: true,
        is_private: kind != PropertyKind::Int,
        is_transient: kind == PropertyKind::Int,
        accessors_throw: kind == PropertyKind::Float,
        field: vec![option("-f")],
        getter: Vec::new(),
        setter: vec![option("-s")],
    };
    Specimen {
        name: "p/ThingEvokeTest$Bean".into(),
        simple_name: "Bean".to_owned(),
        is_public: true,
        is_interface: false,
        extends: Vec::new(),
        annotations: vec![option("-c")],
        properties: PropertyKind::ALL.map(property).to_vec(),
    }
}

#[test]
fn bean_is_a_public_static_class_of_the_suite_with_annotated_properties() {
    let files = class_files(&[bean()]).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["p/ThingEvokeTest", "p/ThingEvokeTest$Bean"]);
    let suite = ClassFile::parse(&files[0].1).unwrap();
    let class = ClassFile::parse(&files[1].1).unwrap();
    assert_eq!(suite.inner_classes, class.inner_classes);
    assert_eq!(class.inner_classes[0].access_flags, access::PUBLIC | access::STATIC);
    assert_eq!(class.annotations, [option("-c")]);
    assert_eq!(class.fields.len(), PropertyKind::ALL.len());
    assert_eq!(class.fields[0].access_flags, access::PUBLIC | access::TRANSIENT);
    let method = |name: &str| class.methods.iter().find(|method| method.name == name);
    assert!(method("getCount").is_none(), "a public field has no getter");
    assert_eq!(method("isEnabled").unwrap().descriptor.to_string(), "()Z");
    assert_eq!(method("getWeight").unwrap().descriptor.to_string(), "()F");
    assert_eq!(method("setParent").unwrap().descriptor.to_string(), "(Lp/ThingEvokeTest$Bean;)V");
    let generic = |text: &str| MethodSignature::parse(text).unwrap();
    let signature = |name: &str| method(name).unwrap().signature.clone().unwrap();
    assert_eq!(signature("getItems"), generic("()Ljava/util/List<Ljava/lang/String;>;"));
    assert_eq!(signature("setGrades"), generic("(Ljava/util/List<+Ljava/lang/Number;>;)V"));
    let ends = |name: &str| {
        let code = method(name).unwrap().code.as_ref().unwrap();
        code.instructions.last().unwrap().opcode
    };
    assert_eq!(
        [ends("setWeight"), ends("getWeight"), ends("getUnit")],
        [opcode::ATHROW, opcode::ATHROW, opcode::ARETURN]
    );
}

#[test]
fn specimen_that_is_not_public_says_so_wherever_it_is_named() {
    let files = class_files(&[Specimen { is_public: false, ..bean() }]).unwrap();
    let class = ClassFile::parse(&files[1].1).unwrap();
    assert_eq!(
        (class.access_flags & access::PUBLIC, class.inner_classes[0].access_flags),
        (0, access::STATIC)
    );
    let constructor = class.methods.iter().find(|method| method.name == "<init>").unwrap();
    assert_eq!(constructor.access_flags, access::PUBLIC);
}

#[test]
fn interface_declares_getters_setters_and_a_few_other_methods() {
    let mut view = Specimen { is_interface: true, ..bean() };
    view.properties.retain(|property| matches!(property.kind, PropertyKind::Boolean | PropertyKind::List));
    let files = class_files(&[view]).unwrap();
    let interface = ClassFile::parse(&files[1].1).unwrap();
    let flags = access::PUBLIC | access::INTERFACE | access::ABSTRACT;
    assert_eq!(interface.access_flags, flags);
    assert_eq!(interface.inner_classes[0].access_flags, flags | access::STATIC);
    assert!(interface.fields.is_empty() && interface.methods.iter().all(|method| method.code.is_none()));
    let methods: Vec<String> =
        interface.methods.iter().map(|method| format!("{}{}", method.name, method.descriptor)).collect();
    assert_eq!(
        methods[..4],
        ["isEnabled()Z", "setEnabled(Z)V", "getItems()Ljava/util/List;", "setItems(Ljava/util/List;)V"]
    );
    assert!(methods.contains(&"refresh()V".to_owned()), "{methods:?}");
    assert!(interface.methods[3].signature.is_some(), "it takes a list of strings");
}

#[test]
fn texts_are_names_of_properties_ways_into_them_and_what_annotations_hold() {
    let texts = bean().texts().join(" ");
    for text in ["count", "parent", "items[0]", "parent.name", "-c", "-f", "-s"] {
        assert!(texts.contains(text), "{texts}");
    }
}

#[test]
fn without_specimens_there_is_no_class_around_them() {
    assert!(class_files(&[]).unwrap().is_empty());
}
