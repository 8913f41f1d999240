//! Switches, on numbers and on strings: a case leads by the distance of its key, the default by that to no key. Definitions, section 3.

use evoke_analysis::{GoalKind, Outcome};

use crate::subject::{Runs, Subject, nu};

/// The fitness of taking each case of the one switch on numbers or positions of a method, in the order of its keys, then of taking the default.
fn cases(runs: &mut Runs<'_>, run: &str, method: &str) -> Vec<f64> {
    let trace = runs.call(run);
    let is_case = |kind: &GoalKind| matches!(kind, GoalKind::Branch(_, Outcome::True));
    runs.fitness(method, &trace, is_case).into_iter().map(|(_, fitness)| fitness).collect()
}

#[test]
fn cases_lead_by_their_keys() {
    let members = "
      public static void run0() { dense(12); }
      public static void run1() { dense(20); }
      public static void run2() { sparse(500); }
      static int dense(int k) { switch (k) { case 10: return 1; case 11: return 2; case 12: return 3; default: return 4; } }
      static int sparse(int k) { switch (k) { case -5: return 1; case 700: return 2; default: return 3; } }";
    Subject::new(members).on_every_jdk("switches::cases_lead_by_their_keys", |runs| {
        // 13 is the nearest number without a case.
        assert_eq!(cases(runs, "run0", "dense"), [nu(2.0), nu(1.0), 0.0, nu(1.0)]);
        assert_eq!(cases(runs, "run1", "dense"), [nu(10.0), nu(9.0), nu(8.0), 0.0]);
        assert_eq!(cases(runs, "run2", "sparse"), [nu(505.0), nu(200.0), 0.0]);
    });
}

#[test]
fn cases_of_strings_lead_by_their_characters() {
    let members = "
      public static void run0() { on(\"odd\"); }
      public static void run1() { on(\"two\"); }
      static int on(String s) { switch (s) { case \"ode\": return 1; case \"two\": return 2; default: return 3; } }";
    Subject::new(members).on_every_jdk("switches::cases_of_strings_lead_by_their_characters", |runs| {
        // From `o`, `d`, `d` to `t`, `w`, `o` it is 5, 19 and 11.
        let to_two = nu(5.0) + nu(19.0) + nu(11.0);
        assert_eq!(cases(runs, "run0", "on"), [nu(0.5), nu(to_two), 0.0]);
        let to_ode = nu(5.0) + nu(19.0) + nu(10.0);
        assert_eq!(cases(runs, "run1", "on"), [nu(to_ode), 0.0, nu(1.0)]);
    });
}
