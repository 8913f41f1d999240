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
fn nothing_is_counted_unless_asked_for() {
    assert_eq!(trace(LOOP).effort(), "0 0 0");
}
