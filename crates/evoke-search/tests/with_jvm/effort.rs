//! What a run costs, where that is counted.

use evoke_instrument::InstrumentOptions;
use evoke_testcase::Effort;

use crate::subject::Subject;

#[test]
fn calls_lines_and_repeated_allocations_are_counted() {
    let members = "
      public static void run() {
        for (int i = 0; i < 3; i++) {
          make();
        }
      }
      static Object make() {
        return new int[1];
      }";
    let options = InstrumentOptions { effort: true, ..InstrumentOptions::default() };
    let subject = Subject { options, ..Subject::new(members) };
    subject.on_every_jdk("effort::calls_lines_and_repeated_allocations_are_counted", |runs| {
        // The loop begins once and goes round 3 times, its body 3, `make` 3, then the end; of the 3 arrays 2 repeat.
        let expected = Effort { calls: 3, repeated_allocations: 2, lines: 1 + 3 + 3 + 3 + 1 };
        assert_eq!(runs.call("run").effort, expected);
    });
}
