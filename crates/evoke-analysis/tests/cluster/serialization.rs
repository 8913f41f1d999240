//! Objects of the class under test that are written and read back.

use evoke_analysis::Caller;

use crate::fixture::Fixture;

const BOX: &str = "package shop;
    import java.io.*;
    class Box extends Base implements Serializable {
        private void readObject(ObjectInputStream input) {}
        void readResolve(int n) {}
        private static class Form implements Serializable { private Object readResolve() { return new Box(); } }
        static class Other { private Object readResolve() { return null; } }
    }
    class Base { private Object writeReplace() { return this; } }
    class Plain implements Serializable { int n; }";

/// The calls that copy, each with the methods that it leads to.
fn copies(class: &str) -> Vec<(String, Vec<String>)> {
    let fixture = Fixture::of(class, BOX, "shop");
    let is_copy = |caller: &&Caller| fixture.cluster.callable(caller.callable).copies_by_serialization();
    let shown = |Caller { callable, leads_to }: &Caller| {
        let methods = leads_to.iter().map(|id| &fixture.under_test.methods[id.index()]);
        let methods = methods.map(|method| format!("{}.{}", method.class.simple_binary(), method.name));
        (fixture.show(*callable), methods.collect())
    };
    fixture.cluster.callers.iter().filter(is_copy).map(shown).collect()
}

#[test]
fn copies_lead_to_what_only_serialization_calls() {
    let leads_to = ["Box.readObject", "Box$Form.readResolve"].map(str::to_owned).to_vec();
    assert_eq!(copies("shop/Box"), [("copyBySerialization(shop.Box): shop.Box".to_owned(), leads_to)]);
}

#[test]
fn classes_without_such_code_are_not_copied() {
    assert_eq!(copies("shop/Plain"), []);
}
