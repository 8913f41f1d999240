//! What ran: approach levels, lines, entries, and activations that the test called. Definitions, section 4.

use evoke_analysis::{ContextId, Criterion, GoalKind};

use crate::subject::{Subject, nu};

#[test]
fn unreached_branch_is_as_many_levels_away_as_conditions_stand_before_it() {
    let members = "static int n;
      public static void run0() { f(2, 3, 4); }
      public static void run1() { f(9, 3, 4); }
      public static void run2() { }
      static void f(int a, int b, int c) { if (a > 5) { if (b == 7) { if (c < 0) { n++; } } } }";
    let test = "activations::unreached_branch_is_as_many_levels_away_as_conditions_stand_before_it";
    Subject::new(members).on_every_jdk(test, |runs| {
        let mut fitness = |run: &str| {
            let trace = runs.call(run);
            let goals = runs.fitness("f", &trace, |kind| matches!(kind, GoalKind::Branch(..)));
            goals.into_iter().map(|(_, fitness)| fitness).collect::<Vec<f64>>()
        };
        // Of each condition first the goal that it does not hold. 2 is 4 away from being above 5.
        let (one, two) = (1.0 + nu(4.0), 2.0 + nu(4.0));
        assert_eq!(fitness("run0"), [0.0, nu(4.0), one, one, two, two]);
        // 3 is 4 away from 7.
        assert_eq!(fitness("run1"), [nu(4.0), 0.0, 0.0, nu(4.0), 1.0 + nu(4.0), 1.0 + nu(4.0)]);
        // Where the method was not entered, two more than the number of levels above.
        assert_eq!(fitness("run2"), [2.0, 2.0, 3.0, 3.0, 4.0, 4.0]);
    });
}

#[test]
fn line_is_one_and_the_distance_of_its_condition_away() {
    let members = "static int n;
      public static void run() { f(2); }
      static void f(int a) {
        n = 1;
        if (a > 5) {
          n = 2;
        }
      }
      static void g() {
        n = 3;
      }";
    let subject = Subject { criteria: &[Criterion::Line], ..Subject::new(members) };
    subject.on_every_jdk("activations::line_is_one_and_the_distance_of_its_condition_away", |runs| {
        let trace = runs.call("run");
        let is_line = |kind: &GoalKind| matches!(kind, GoalKind::Line(_));
        let of = |method: &str| {
            runs.fitness(method, &trace, is_line)
                .into_iter()
                .map(|(_, fitness)| fitness)
                .collect::<Vec<f64>>()
        };
        // The condition's branch is nu(4) away; then comes the end.
        assert_eq!(of("f"), [0.0, 0.0, 1.0 + nu(nu(4.0)), 0.0]);
        // Its method was not entered, which counts 1.
        assert_eq!(of("g"), [1.0 + nu(1.0), 1.0 + nu(1.0)]);
    });
}

#[test]
fn method_is_entered_or_not() {
    let members = "public static void run() { f(); } static void f() { } static void g() { }";
    let subject = Subject { criteria: &[Criterion::Method], ..Subject::new(members) };
    subject.on_every_jdk("activations::method_is_entered_or_not", |runs| {
        let trace = runs.call("run");
        let is_entry = |kind: &GoalKind| matches!(kind, GoalKind::MethodEntry(_));
        let of = |method: &str| runs.fitness(method, &trace, is_entry)[0].1;
        assert_eq!((of("run"), of("f"), of("g")), (0.0, 0.0, 1.0));
    });
}

#[test]
fn direct_branch_counts_only_activations_that_the_test_called() {
    let members = "static int n; static int last = 3;
      public static void run() { f(); }
      public static void f() { if (last == 7) { n++; } }
      public static void g() { }";
    let criteria = [Criterion::Branch, Criterion::DirectBranch];
    let subject = Subject { criteria: &criteria, ..Subject::new(members) };
    let test = "activations::direct_branch_counts_only_activations_that_the_test_called";
    subject.on_every_jdk(test, |runs| {
        let is_any = |kind: &GoalKind| matches!(kind, GoalKind::Branch(..));
        let is_direct = |kind: &GoalKind| matches!(kind, GoalKind::BranchIn(ContextId::TEST, ..));
        let is_direct_entry = |kind: &GoalKind| matches!(kind, GoalKind::EntryIn(ContextId::TEST, _));
        let values = |goals: Vec<(String, f64)>| goals.into_iter().map(|goal| goal.1).collect::<Vec<f64>>();

        let through_run = runs.call("run");
        assert_eq!(values(runs.fitness("f", &through_run, is_any)), [0.0, nu(4.0)]);
        assert_eq!(values(runs.fitness("f", &through_run, is_direct)), [2.0, 2.0]);
        assert_eq!(values(runs.fitness("run", &through_run, is_direct_entry)), [0.0]);
        assert_eq!(values(runs.fitness("g", &through_run, is_direct_entry)), [1.0]);

        let called = runs.call("f");
        assert_eq!(values(runs.fitness("f", &called, is_any)), [0.0, nu(4.0)]);
        assert_eq!(values(runs.fitness("f", &called, is_direct)), [0.0, nu(4.0)]);
    });
}

#[test]
fn context_branch_counts_only_activations_that_its_call_site_began() {
    let members = "static int n; int x; Object held = new Object();
      public static void run() { near(); }
      static void near() { f(3); }
      static void far() { f(9); }
      static void none() { g(null); }
      static void f(int a) { if (a == 7) { n++; } }
      static void g(Object o) { try { o.hashCode(); } catch (NullPointerException e) { f(5); } }
      public int hashCode() { if (x == 1) { n++; } return n; }";
    let subject = Subject { criteria: &[Criterion::ContextBranch], ..Subject::new(members) };
    let test = "activations::context_branch_counts_only_activations_that_its_call_site_began";
    subject.on_every_jdk(test, |runs| {
        let in_context = |kind: &GoalKind| matches!(kind, GoalKind::BranchIn(..));
        let mut of = |run: &str, caller: &str| -> Vec<f64> {
            let trace = runs.call(run);
            let goals = runs.fitness("f", &trace, in_context);
            goals.into_iter().filter(|(name, _)| name.contains(caller)).map(|(_, fitness)| fitness).collect()
        };
        // Of each call site first the goal that the condition does not hold.
        assert_eq!(of("run", "near()"), [0.0, nu(4.0)]);
        assert_eq!(of("run", "far()"), [2.0, 2.0]);
        assert_eq!(of("far", "far()"), [0.0, nu(2.0)]);
        assert_eq!(of("far", "near()"), [2.0, 2.0]);
        // What `hashCode` was to be called for came to nothing; the next call says where it comes from itself.
        assert_eq!(of("none", "g(Object)"), [0.0, nu(2.0)]);
    });
}

#[test]
fn call_that_throws_before_it_enters_a_method_leaves_no_context_to_a_callback() {
    let members = "static int n; int x;
      public static void run0() { caught(null); }
      public static void run1() { Helper.swallow(() -> left(null), new Subject()); }
      static void caught(Object o) {
        try { o.hashCode(); } catch (NullPointerException e) { Helper.hash(new Subject()); } }
      static void left(Object o) { o.hashCode(); }
      public int hashCode() { if (x == 1) { n++; } return n; }";
    let others = "class Helper {
      static int hash(Object o) { return o.hashCode(); }
      static void swallow(Runnable first, Object then) {
        try { first.run(); } catch (RuntimeException e) { then.hashCode(); } } }";
    let subject = Subject { criteria: &[Criterion::ContextBranch], others, ..Subject::new(members) };
    let test = "activations::call_that_throws_before_it_enters_a_method_leaves_no_context_to_a_callback";
    subject.on_every_jdk(test, |runs| {
        let in_context = |kind: &GoalKind| matches!(kind, GoalKind::BranchIn(..));
        for run in ["run0", "run1"] {
            let trace = runs.call(run);
            let goals = runs.fitness("hashCode", &trace, in_context);
            assert_eq!(goals.len(), 4, "{goals:?}");
            assert!(goals.iter().all(|(_, fitness)| *fitness > 0.0), "{run}: {goals:?}");
        }
    });
}
