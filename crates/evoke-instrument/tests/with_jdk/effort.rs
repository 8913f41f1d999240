//! What runs cost, where that is counted.

use crate::traced::{trace, trace_effort};

const LOOP: &str = "static void run() {
  for (int i = 0; i < 4; i++) {
    make(i);
  }
  new Object();
}
static Object make(int i) {
  return i == 0 ? new int[i] : new StringBuilder();
}";

#[test]
fn calls_repeated_allocations_and_lines_are_counted() {
    // Lines: the loop begins once and goes round 4 times, its body 4, `make` 4, then the object and the end.
    // Calls: `make` 4 times, constructors of `StringBuilder` 3 times and of `Object` once. Of the 3 builders 2 repeat.
    let traced = trace_effort(LOOP);
    assert_eq!(traced.end(), "completed");
    assert_eq!(traced.effort(), "8 2 15");
}

#[test]
fn every_kind_of_call_counts_and_jdk_code_counts_only_where_it_is_called() {
    // Static, interface, virtual, special (with its `super()`, which is in `Inner`), and the dynamic one of a lambda.
    let members = "static void run() {
  Math.abs(1);
  Runnable runnable = () -> { };
  runnable.run();
  new Inner().toString();
}
static class Inner { Inner() { } }";
    assert_eq!(trace_effort(members).effort(), "6 0 7");
}

#[test]
fn allocations_are_told_apart_by_their_place_and_arrays_of_every_kind_count() {
    let members = |times: &str| {
        format!(
            "static void run() {{
  for (int i = 0; i < {times}; i++) {{
    Object a = new Object(), b = new int[1], c = new String[1], d = new int[2][2];
  }}
}}"
        )
    };
    let repeated = |times| trace_effort(&members(times)).effort().split(' ').nth(1).map(str::to_owned);
    assert_eq!(repeated("1").as_deref(), Some("0"));
    assert_eq!(repeated("3").as_deref(), Some("8"));
}

#[test]
fn executions_of_a_loop_condition_are_counted_over_all_calls() {
    let members = "static void run() { loop(3); loop(2); }
static void loop(int n) { while (n > 0) { n--; } }";
    // The condition is asked once more than the body runs, in each call.
    let distances = trace_effort(members).distances();
    assert!(distances.lines().all(|line| line.ends_with("(7 times)")), "{distances}");
}

#[test]
fn nothing_is_counted_unless_asked_for() {
    assert_eq!(trace(LOOP).effort(), "0 0 0");
}
