//! Coupled branches: the callee's branch counts in calls from the site alone. Definitions, section 9.

use crate::subject::{Subject, nu};

/// `check` is what sites call; `Bystander` calls it, too, and is neither caller nor callee.
const OTHERS: &str = "class Callee {
  static int n;
  static void check(int a) { if (a == 3) { throw new RuntimeException(); } if (a > 5) { n++; } }
  static void outer(int a) { check(a); }
  static void around(Runnable inner, int b) { inner.run(); if (b > 7) { n++; } }
  static int down(int d, Runnable inner) { if (d > 1) { inner.run(); } return d; }
}
class Bystander {
  static void check(int a) { Callee.check(a); }
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
