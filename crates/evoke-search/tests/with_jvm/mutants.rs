//! Weak mutants: one that is reached is `nu` of its infection distance away. Definitions, sections 4 and 8.

use evoke_analysis::{Criterion, GoalKind};
use evoke_testcase::{AbortReason, ExecutionOutcome, ObservedValue};

use crate::subject::{Subject, nu};

const MEMBERS: &str = "static int field; static int n;
  public static void run() { compare(3, 7); compared(3, 7); truth(true); same(\"a\", null); add(2, 2); divide(6, 2); and(4, 4);
    shift(1, 1); constant(); text(); variable(4, 4); drop(); keep(); give(0); write(5); }
  static boolean compare(int a, int b) { return a < b; }
  static boolean compared(double a, double b) { return a == b; }
  static int truth(boolean a) { return a ? 3 : 4; }
  static boolean same(Object a, Object b) { return a == b; }
  static int add(int a, int b) { return a + b; }
  static double divide(double a, double b) { return a / b; }
  static int and(int a, int b) { return a & b; }
  static long shift(long a, int b) { return a >> b; }
  static int constant() { return 7; }
  static String text() { return \"a\"; }
  static int variable(int a, int b) { return a; }
  static void drop() { zero(); }
  static int keep() { return zero(); }
  static int zero() { return 0; }
  static int give(int a) { return a; }
  static void write(int a) { field = 5; field = a; }";

/// Method, mutant, infection distance.
const REACHED: &[(&str, &str, f64)] = &[
    // What jumps is the opposite, `>=`. Only for equal operands would `>` differ, only for `3 > 7` would `==`.
    ("compare", ">= becomes >", 4.0),
    ("compare", ">= becomes ==", 5.0),
    ("compare", ">= becomes true", 0.0),
    // `!=` holds by 4. `<` does too, and would differ only for `3 > 7`; `>` does not.
    ("compared", "!= becomes <", 5.0),
    ("compared", "!= becomes >", 0.0),
    ("compared", "!= becomes true", 4.0),
    // The jump over 3 is taken where the value is 0.
    ("truth", "== becomes true", 0.0),
    ("truth", "== becomes false", 1.0),
    ("same", "references taken as the same", 0.0),
    ("same", "references taken as different", 1.0),
    // 2 + 2 is 2 * 2.
    ("add", "+ becomes -", 0.0),
    ("add", "+ becomes *", 1.0),
    ("add", "+ becomes /", 0.0),
    ("add", "+ becomes %", 0.0),
    ("add", "variable negated", 0.0),
    ("divide", "/ becomes *", 0.0),
    // 4 & 4 is 4 | 4, and 4 ^ 4 is 0.
    ("and", "& becomes |", 1.0),
    ("and", "& becomes ^", 0.0),
    // 1 >> 1 and 1 >>> 1 are 0, 1 << 1 is 2.
    ("shift", ">> becomes <<", 0.0),
    ("shift", ">> becomes >>>", 1.0),
    ("constant", "constant becomes 0", 0.0),
    ("constant", "constant incremented", 0.0),
    ("text", "constant becomes empty", 0.0),
    ("variable", "variable becomes b", 1.0),
    // Nothing tells what a call whose result nobody takes would leave as it was.
    ("drop", "call deleted", 0.0),
    // The call gives the default value itself.
    ("keep", "call deleted", 1.0),
    ("give", "return value becomes 0", 1.0),
    ("give", "return value becomes 1 if it is 0, else 0", 0.0),
    // The second write changes nothing.
    ("write", "field write deleted", 0.0),
    ("write", "field write deleted #2", 1.0),
];

#[test]
fn mutant_is_as_far_away_as_its_state_from_differing() {
    let subject = Subject { criteria: &[Criterion::WeakMutation], ..Subject::new(MEMBERS) };
    subject.on_every_jdk("mutants::mutant_is_as_far_away_as_its_state_from_differing", |runs| {
        let trace = runs.call("run");
        let fitness = |method: &str, mutant: &str| {
            let goals = runs.fitness(method, &trace, |kind| matches!(kind, GoalKind::Mutant(_)));
            goals.into_iter().find(|(name, _)| name == mutant).map(|(_, fitness)| fitness)
        };
        for (method, mutant, infection_distance) in REACHED {
            assert_eq!(fitness(method, mutant), Some(nu(*infection_distance)), "{method}: {mutant}");
        }
        // The code that gives 4 was not reached: one more than the way to its branch, whose predicate was 1 away.
        assert_eq!(fitness("truth", "constant becomes 0 #2"), Some(1.0 + nu(1.0)));
    });
}

#[test]
fn mutant_takes_the_place_of_the_original_for_one_run() {
    let members =
        "public static int sum() { int sum = 0; for (int i = 0; i < 4; i++) { sum += i; } return sum; }";
    let subject = Subject { criteria: &[Criterion::WeakMutation], ..Subject::new(members) };
    subject.on_every_jdk("mutants::mutant_takes_the_place_of_the_original_for_one_run", |runs| {
        let named = |name: &str, position: usize| {
            let mut mutants = runs.class.mutants.iter().filter(|it| it.mutation.to_string() == name);
            let mutant = mutants.nth(position);
            Some(mutant.unwrap_or_else(|| panic!("no {name} in {:?}", runs.class.mutants)).id)
        };
        // The loop ends one later; `sum` is 0; `i` is.
        let (longer, product, endless) =
            (named(">= becomes >", 0), named("+ becomes *", 0), named("+ becomes *", 1));
        assert_eq!(runs.returned("sum", None), Ok(ObservedValue::Int(6)));
        assert_eq!(runs.returned("sum", longer), Ok(ObservedValue::Int(10)));
        assert_eq!(runs.returned("sum", product), Ok(ObservedValue::Int(0)));
        let stopped = ExecutionOutcome::Aborted { statement: 0, reason: AbortReason::Steps };
        assert_eq!(runs.returned("sum", endless), Err(stopped));
        assert_eq!(runs.returned("sum", None), Ok(ObservedValue::Int(6)));
    });
}

#[test]
fn runs_tell_of_mutants_only_while_that_is_asked_for() {
    let members = "static int n; public static int next() { n = n + 1; return n > 2 ? n : -n; }";
    let criteria = &[Criterion::Branch, Criterion::WeakMutation];
    let subject = Subject { criteria, ..Subject::new(members) };
    subject.on_every_jdk("mutants::runs_tell_of_mutants_only_while_that_is_asked_for", |runs| {
        let told: Vec<(bool, usize)> = [true, false, true, false]
            .map(|tells| {
                runs.tell_mutants(tells);
                let trace = runs.call("next");
                (!trace.mutants.is_empty(), trace.predicates.len())
            })
            .to_vec();
        assert_eq!(told, [(true, 1), (false, 1), (true, 1), (false, 1)]);
    });
}
