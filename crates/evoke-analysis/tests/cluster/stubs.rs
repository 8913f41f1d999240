//! What methods of stubs give and throw, and which overloads keep a call from being made.

use evoke_analysis::{StubException, StubMethod};

use crate::fixture::Fixture;
use crate::stub_shown;

#[test]
fn implementation_of_methods_that_differ_in_what_they_give_gives_what_fits_them_all() {
    let source = "package shop;
interface Priced { Object price(); }
interface Named { String price(); }
interface Item extends Priced, Named {}
class Shelf { int put(Item item) { return item.price().length(); } }
";
    let fixture = Fixture::of("shop/Shelf", source, "shop");
    assert_eq!(stub_shown(&fixture, "shop.Item"), ["lambda shop.Item() price(): java.lang.String"]);
    let [stub] = fixture.cluster.stubs_of(fixture.type_named("shop.Item")) else { panic!("one stub") };
    let descriptors = &fixture.cluster.stub(*stub).methods[0].descriptors;
    assert_eq!(descriptors, &["()Ljava/lang/String;", "()Ljava/lang/Object;"]);
}

#[test]
fn private_overload_is_nothing_that_a_test_could_mean() {
    let source = "package shop;
class Shelf {
  private static class Board {}
  Shelf(Board board) {}
  private Shelf(String name) {}
  int size(Board board) { return 0; }
  int size(String name) { return 1; }
}
";
    let fixture = Fixture::of("shop/Shelf", source, "shop");
    let shown = fixture.show_all(&fixture.cluster.under_test);
    assert_eq!(shown, ["<init>(shop.Shelf$Board): shop.Shelf", "shop.Shelf size(java.lang.String): int"]);
}

#[test]
fn stub_can_throw_what_code_under_test_catches_or_asks_for() {
    let source = "package shop;
interface Source { Object next() throws Exception; Object peek(); void close() throws java.io.IOException; void skip(); }
class Refused extends RuntimeException { public Refused(String text) {} }
class Shelf {
  Object take(Source source) {
    try { return source.next(); }
    catch (java.util.concurrent.TimeoutException | UnsupportedOperationException | Refused e) { return 1; }
    catch (Exception e) { return e instanceof java.io.IOException; }
  }
}
";
    let fixture = Fixture::of("shop/Shelf", source, "shop");
    let [stub] = fixture.cluster.stubs_of(fixture.type_named("shop.Source")) else { panic!("one stub") };
    let thrown = |method: &StubMethod| {
        let shown = |it: &StubException| {
            format!("{}{}", it.class.binary(), if it.takes_text { "(text)" } else { "" })
        };
        format!("{}: {}", method.name, method.thrown.iter().map(shown).collect::<Vec<_>>().join(", "))
    };
    let methods = &fixture.cluster.stub(*stub).methods;
    let unchecked = "java.lang.UnsupportedOperationException";
    let checked = "java.util.concurrent.TimeoutException";
    assert_eq!(
        methods.iter().map(thrown).collect::<Vec<_>>(),
        [
            format!(
                "next: java.lang.Exception, java.io.IOException, {unchecked}, {checked}, shop.Refused(text)"
            ),
            format!("peek: java.lang.IllegalStateException, {unchecked}, shop.Refused(text)"),
            format!("close: java.io.IOException, {unchecked}, shop.Refused(text)"),
            format!("skip: {unchecked}, shop.Refused(text)"),
        ]
    );
}
