//! Coupled branches: the callee's branch counts in calls from the site alone. Definitions, section 9.

use crate::subject::{Subject, nu};

/// `check` is what sites call; `Bystander` calls it, too, and is neither caller nor callee.
const OTHERS: &str = "class Callee {
  static int n;
  static void check(int a) { if (a == 3) { throw new RuntimeException(); } if (a > 5) { n++; } }
  static void outer(int a) { check(a); }
  static void around(Runnable inner, int b) { inner.run(); if (b > 7) { n++; } }
  static int down(int d, Runnable inner) { if (d > 1) { inner.run(); } return d; }
  static void fail() { if (n >= 0) { throw new RuntimeException(); } }
  int held;
  Callee(int held) { if (held > 11) { n++; } this.held = held; }
  long weigh(double factor, long m) { if (m > held) { n++; } return m; }
}
class Bystander {
  static void check(int a) { Callee.check(a); }
  static Callee make() { return new Callee(1); }
  static void swallow(Runnable first, int then) {
    try { first.run(); } catch (RuntimeException caught) { Callee.check(then); }
  }
}";

fn on_every_jdk(members: &str, test: &str, body: impl FnOnce(&mut crate::subject::Runs<'_>) + Send) {
    let subject = Subject { others: OTHERS, callee: Some("probes/Callee"), ..Subject::new(members) };
    subject.on_every_jdk(test, body);
}

#[test]
fn callees_branch_counts_only_in_a_call_from_the_site() {
    let members = "static void f(boolean now, int n) { if (now) { Callee.check(n); } }
      static void g(boolean now, int n) { if (now) { Callee.outer(n); } }
      public static void run0() { f(true, 9); }
      public static void run1() { f(true, 1); Bystander.check(9); }
      public static void run2() { f(false, 9); Bystander.check(9); }
      public static void run3() { g(true, 9); }";
    on_every_jdk(members, "coupled::callees_branch_counts_only_in_a_call_from_the_site", |runs| {
        let mut covered = |run: &str| {
            let trace = runs.call(run);
            runs.coupled(&trace)
        };
        assert_eq!(covered("run0"), ["now -> a != 3", "now -> a > 5"]);
        assert_eq!(covered("run1"), ["now -> a != 3", "now -> a <= 5"]);
        assert_eq!(covered("run2"), Vec::<String>::new());
        // The callee's own calls belong to the call from the site.
        assert_eq!(covered("run3"), ["now -> a != 3", "now -> a > 5"]);
    });
}

#[test]
fn call_is_over_when_it_throws_whoever_takes_the_exception() {
    let members = "static void f(boolean now, int n) { if (now) { Callee.check(n); } }
      static void g(boolean now) { try { if (now) { Callee.check(3); } } catch (RuntimeException caught) { Bystander.check(9); } }
      public static void run0() { Bystander.swallow(() -> f(true, 3), 9); }
      public static void run1() { g(true); }
      static void fail() { throw new RuntimeException(); }
      static int failing() { throw new RuntimeException(); }
      static void h(boolean now) { if (now) { Callee.around(() -> fail(), 9); } }
      public static void run2() { Bystander.swallow(() -> h(true), 9); }";
    on_every_jdk(members, "coupled::call_is_over_when_it_throws_whoever_takes_the_exception", |runs| {
        let mut covered = |run: &str| {
            let trace = runs.call(run);
            runs.coupled(&trace)
        };
        assert_eq!(covered("run0"), ["now -> a == 3"]);
        assert_eq!(covered("run1"), ["now -> a == 3"]);
        assert_eq!(covered("run2"), Vec::<String>::new());
    });
}

#[test]
fn innermost_call_is_the_one_that_counts_and_the_outer_goes_on_after_it() {
    let members = "static void f(boolean outer) { if (outer) { Callee.around(() -> g(true), 9); } }
      static void g(boolean inner) { if (inner) { Callee.around(() -> { }, 1); } }
      public static void run0() { f(true); }
      static void down(int depth) { if (depth > 0) { Callee.down(depth, () -> down(depth - 1)); } }
      public static void run1() { down(2); }";
    on_every_jdk(
        members,
        "coupled::innermost_call_is_the_one_that_counts_and_the_outer_goes_on_after_it",
        |runs| {
            let mut covered = |run: &str| {
                let trace = runs.call(run);
                runs.coupled(&trace)
            };
            assert_eq!(covered("run0"), ["outer -> b > 7", "inner -> b <= 7"]);
            assert_eq!(covered("run1"), ["depth > 0 -> d <= 1", "depth > 0 -> d > 1"]);
        },
    );
}

#[test]
fn fitness_is_that_of_the_callers_branch_and_one_until_it_is_taken() {
    let members = "static void f(int m, int n) { if (m > 5) { Callee.around(() -> { }, n); } }
      public static void run0() { f(2, 9); }
      public static void run1() { f(8, 3); }
      public static void run2() { f(8, 9); }
      public static void run3() { }";
    on_every_jdk(
        members,
        "coupled::fitness_is_that_of_the_callers_branch_and_one_until_it_is_taken",
        |runs| {
            let mut fitness = |run: &str| {
                let trace = runs.call(run);
                runs.coupled_fitness(&trace)
            };
            // 2 is 4 away from being above 5; 3 is 5 away from being above 7. First the goal that it is not.
            assert_eq!(fitness("run0"), [1.0 + nu(4.0), 1.0 + nu(4.0)]);
            assert_eq!(fitness("run1"), [0.0, nu(5.0)]);
            assert_eq!(fitness("run2"), [nu(2.0), 0.0]);
            assert_eq!(fitness("run3"), [3.0, 3.0]);
        },
    );
}

#[test]
fn what_a_method_reference_runs_is_called_from_where_its_object_is_made() {
    let members = "interface Weight { long of(Callee callee, double factor, long m); }
      interface Bound { long of(double factor, long m); }
      static java.util.function.IntConsumer made(boolean now) { return now ? Callee::check : n -> { }; }
      public static void run0() { made(true).accept(9); Bystander.check(1); }
      public static void run1() { java.util.stream.IntStream.of(1, 9).forEach(made(true)); }
      static void make(boolean make, int n) {
        if (make) { java.util.function.IntFunction<Callee> maker = Callee::new; maker.apply(n); } }
      public static void run2() { make(true, 12); Bystander.make(); }
      static void any(boolean any, long m) { if (any) { Weight weight = Callee::weigh; weight.of(Bystander.make(), 1, m); } }
      public static void run3() { any(true, 9); }
      static long bound(boolean bound, Callee callee, long m) {
        if (bound) { Bound weight = callee::weigh; return weight.of(1, m); } return 0; }
      public static void run4() { bound(true, Bystander.make(), 0); }";
    let test = "coupled::what_a_method_reference_runs_is_called_from_where_its_object_is_made";
    on_every_jdk(members, test, |runs| {
        let mut covered = |run: &str| {
            let trace = runs.call(run);
            runs.coupled(&trace)
        };
        assert_eq!(covered("run0"), ["now -> a != 3", "now -> a > 5"]);
        assert_eq!(covered("run1"), ["now -> a != 3", "now -> a <= 5", "now -> a > 5"]);
        assert_eq!(covered("run2"), ["make -> held > 11"]);
        assert_eq!(covered("run3"), ["any -> m > held"]);
        assert_eq!(covered("run4"), ["bound -> m <= held"]);
    });
}

#[test]
fn call_of_a_method_reference_is_over_when_it_throws() {
    let members = "static Runnable made(boolean now) { return now ? Callee::fail : null; }
      public static void run0() { Runnable made = made(true); Bystander.swallow(made, 9); }
      static void outer(boolean outer) { if (outer) { Callee.around(() -> { try { made(true).run(); } catch (RuntimeException e) { } }, 9); } }
      public static void run1() { outer(true); }";
    on_every_jdk(members, "coupled::call_of_a_method_reference_is_over_when_it_throws", |runs| {
        let mut covered = |run: &str| {
            let trace = runs.call(run);
            runs.coupled(&trace)
        };
        assert_eq!(covered("run0"), ["now -> n >= 0"]);
        assert_eq!(covered("run1"), ["now -> n >= 0", "outer -> b > 7"]);
    });
}

#[test]
fn call_that_throws_before_it_enters_anything_is_over_when_a_callback_comes() {
    let members = "static void none(boolean now, Callee callee) {
        try { if (now) { callee.weigh(1, 2); } } catch (NullPointerException e) { Bystander.swallow(() -> { }, 0); Bystander.check(9); } }
      static void thrown(boolean now, Callee callee) { if (now) { callee.weigh(1, 2); } }
      public static void run0() { none(true, null); }
      public static void run1() { Bystander.swallow(() -> thrown(true, null), 9); }";
    let test = "coupled::call_that_throws_before_it_enters_anything_is_over_when_a_callback_comes";
    on_every_jdk(members, test, |runs| {
        let mut covered = |run: &str| {
            let trace = runs.call(run);
            runs.coupled(&trace)
        };
        assert_eq!(covered("run0"), Vec::<String>::new());
        assert_eq!(covered("run1"), Vec::<String>::new());
    });
}
