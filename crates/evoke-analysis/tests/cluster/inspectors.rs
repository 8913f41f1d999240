//! What shows the state of an object, and what changes it.

use crate::fixture::{FIXTURE, Fixture};

#[test]
fn getters_inspect_and_writers_modify() {
    let fixture = &*FIXTURE;
    let basket = fixture.type_named("shop.Basket<java.lang.Integer>");
    let inspectors = fixture.show_all(fixture.cluster.inspectors(basket)).join("\n");
    assert!(inspectors.contains("getSize") && inspectors.contains("isBig"), "{inspectors}");
    assert!(!inspectors.contains("addAll"), "{inspectors}");
    // The public field `size` has a getter, `grade` has none.
    assert!(!inspectors.lines().any(|shown| shown.starts_with("size")), "{inspectors}");
    // Of what a type variable stands for Java may know less, and what is made anew is no part.
    let parts = fixture.show_all(fixture.cluster.parts(basket)).join("\n");
    assert!(parts.contains("items(): java.util.List<java.lang.Integer>"), "{parts}");
    assert!(parts.contains("getRule(): shop.Basket$Rule"), "{parts}");
    assert!(!parts.contains("getFirst") && !parts.contains("toBuilder"), "{parts}");
    let rule = fixture.type_named("shop.Basket$Rule");
    let of_rule = fixture.show_all(fixture.cluster.inspectors(rule)).join("\n");
    assert!(
        of_rule.contains("toString") && of_rule.contains("grade(): int") && !of_rule.contains("limit"),
        "{of_rule}"
    );
    let modifiers = fixture.show_all(fixture.cluster.modifiers(basket)).join("\n");
    assert!(modifiers.contains("addAll") && modifiers.contains("size("), "{modifiers}");
    assert!(!modifiers.contains("getSize"), "{modifiers}");
}

#[test]
fn abstract_getter_that_declares_a_checked_exception_does_more_than_ask() {
    let source = "\
package shop;
interface Feed {
    String getName();
    int getWeight() throws IllegalStateException;
    String getNextText() throws java.io.IOException;
}
class Shelf {
    Feed feed() { return null; }
    void take(Feed feed) { }
}
";
    let fixture = Fixture::of("shop/Shelf", source, "shop");
    let feed = fixture.type_named("shop.Feed");
    assert_eq!(
        fixture.show_all(fixture.cluster.inspectors(feed)),
        [
            "shop.Feed getName(): java.lang.String",
            "shop.Feed getWeight(): int",
            "shop.Feed toString(): java.lang.String"
        ]
    );
    let modifiers = fixture.show_all(fixture.cluster.modifiers(feed)).join("\n");
    assert!(modifiers.contains("getNextText") && !modifiers.contains("getName"), "{modifiers}");
}

#[test]
fn how_far_a_task_is_shows_nothing_of_the_class() {
    let fixture = &*FIXTURE;
    let task = fixture.type_named("java.util.concurrent.CompletableFuture<java.lang.String>");
    assert_eq!(fixture.show_all(fixture.cluster.inspectors(task)), Vec::<String>::new());
}

#[test]
fn objects_under_test_are_asked_what_they_inherit_and_may_be_changed_by() {
    let base = "\
package shop;
class Store {
    private int asked;
    public boolean isOpen() { asked++; return asked < 9; }
    public boolean hasItem(String name) { asked++; return name != null; }
    public boolean isLarge() { asked++; return false; }
    public int getAsked() { return asked; }
    public void getReady() { asked++; }
    public String close() { asked++; return \"closed\"; }
    public int getIndex(java.util.List<String> names) { asked++; return 0; }
    static boolean isStore() { return Math.random() < 2; }
}
";
    let source = "\
package shop;
class Kiosk extends Store {
    private int opened;
    void open() { opened++; }
    public boolean isLarge() { opened++; return false; }
}
";
    let fixture = Fixture::of_last(&[("shop/Store", base), ("shop/Kiosk", source)], "shop");
    let kiosk = fixture.type_named("shop.Kiosk");
    let questions = fixture.cluster.inherited_questions.get(&kiosk).map_or(&[][..], Vec::as_slice);
    assert_eq!(
        fixture.show_all(questions),
        ["shop.Kiosk isOpen(): boolean", "shop.Kiosk hasItem(java.lang.String): boolean"]
    );
}
