//! Calls of other classes of the package that lead into the class under test.

use evoke_analysis::Caller;

use crate::fixture::Fixture;

const SHOP: &str = "package shop;
    class Stock {
        private Stock() {}
        static Stock open() { return new Stock(); }
        void take(int n) {}
        int left() { return 1; }
        Runnable task() { return () -> {}; }
    }
    class Counter {
        private final Stock stock = Stock.open();
        Counter() { check(); }
        private void check() { if (stock.left() == 0) { order(); } }
        void order() { stock.take(2); }
        void greet() { System.out.println(1); }
        java.util.function.IntConsumer taker() { return stock::take; }
        private void hidden() { stock.take(1); }
    }
    class Single {
        private Single() { Stock.open().task(); }
        private static class Holder { static final Single ONE = new Single(); }
        static Single get() { return Holder.ONE; }
    }
    class Other { int sum(int a) { return a + 1; } }";

#[test]
fn calls_of_the_package_lead_to_what_they_call_directly_or_through_what_tests_cannot_call() {
    let fixture = Fixture::of("shop/Stock", SHOP, "shop");
    let mut shown: Vec<(String, Vec<&str>)> = fixture
        .cluster
        .callers
        .iter()
        .map(|Caller { callable, leads_to }| {
            let name = |id: &evoke_analysis::MethodId| fixture.under_test.methods[id.index()].name.as_str();
            (fixture.show(*callable), leads_to.iter().map(name).collect())
        })
        .collect();
    shown.sort();
    let expected = [
        ("<init>(): shop.Counter", vec!["open", "left"]),
        ("get(): shop.Single", vec!["open", "task"]),
        ("shop.Counter order(): void", vec!["take"]),
        ("shop.Counter taker(): java.util.function.IntConsumer", vec!["take"]),
    ];
    assert_eq!(shown, expected.map(|(call, methods)| (call.to_owned(), methods)));
}
