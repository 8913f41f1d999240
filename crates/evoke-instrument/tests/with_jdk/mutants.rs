//! Infection distances of every mutation operator, and what a mutant that is switched on does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use evoke_analysis::{ClassUnderTest, Criterion, Mutant, Mutation, MutationOperator};
use evoke_classfile::ClassFile;
use evoke_instrument::{InstrumentOptions, Instrumenter};
use insta::assert_snapshot;
use tempfile::TempDir;

use crate::jdk_tools as java;

/// A class `Subject`, compiled.
struct Subject {
    folder: TempDir,
    runtime: PathBuf,
    bytes: Vec<u8>,
    class: ClassUnderTest,
}

/// Runs `Subject.run()`, where `Subject` has these members, and shows the mutants that an operator makes in its methods `f`: how
/// far each one was from making a difference, then the result with it switched on.
fn mutants(operator: MutationOperator, members: &str) -> String {
    let subject = Subject::compile(members);
    let class = &subject.class;
    let is_shown = |mutant: &&Mutant| {
        class.methods[mutant.method.index()].name == "f" && mutant.mutation.operator() == operator
    };
    let shown: Vec<&Mutant> = class.mutants.iter().filter(is_shown).collect();
    let switched_on: Vec<&Mutant> =
        shown.iter().copied().filter(|mutant| mutant.mutation != Mutation::CallDeletion).collect();
    let output = subject.run(InstrumentOptions::default(), &switched_on);
    let (distances, mut results) = (rows(&output, "distance"), rows(&output, "active"));
    for mutant in shown.iter().filter(|mutant| mutant.mutation == Mutation::CallDeletion) {
        let options = InstrumentOptions { deleted_call: Some(mutant.id), ..InstrumentOptions::default() };
        let output = subject.run(options, &[]);
        results.insert(mutant.id.0, original(&output));
    }
    let mut text = format!("original gives {}\n", original(&output));
    for mutant in shown {
        let distance = distances.get(&mutant.id.0).map_or("not reached", String::as_str);
        writeln!(text, "{}: {distance}, gives {}", mutant.mutation, results[&mutant.id.0]).unwrap();
    }
    text
}

impl Subject {
    fn compile(members: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("Subject.java");
        fs::write(&source, format!("public class Subject {{\n{members}\n}}\n")).unwrap();
        let runtime = java::runtime_classes(folder.path());
        let sources = [source, java::test_source("MutantDriver.java")];
        java::compile(&folder.path().join("classes"), Some(&runtime), &sources);
        let bytes = fs::read(Self::class_file(folder.path())).unwrap();
        let class = ClassUnderTest::analyse(&[ClassFile::parse(&bytes).unwrap()], &Criterion::ALL);
        Self { folder, runtime, bytes, class }
    }

    fn class_file(folder: &Path) -> PathBuf {
        folder.join("classes/Subject.class")
    }

    /// Runs the class as it is, then with each of the mutants switched on.
    fn run(&self, options: InstrumentOptions, mutants: &[&Mutant]) -> String {
        let instrumenter = Instrumenter::new(&self.class, options);
        let instrumented = instrumenter.instrument_under_test(&"Subject".into(), &self.bytes);
        assert_eq!(instrumented.downgrade, None);
        fs::write(Self::class_file(self.folder.path()), instrumented.bytes).unwrap();
        let class = &self.class;
        // Branches and methods twice, once for activations that the test called.
        let sizes =
            [2 * class.predicates.len(), class.lines.len(), 2 * class.methods.len(), class.mutants.len()];
        let mut arguments: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        arguments.extend(mutants.iter().map(|mutant| mutant.id.0.to_string()));
        java::run(&[self.runtime.clone(), self.folder.path().join("classes")], "MutantDriver", &arguments)
    }
}

/// Rows of a kind, by mutant.
fn rows(output: &str, kind: &str) -> BTreeMap<u32, String> {
    let rows = output.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
    let rows = rows.filter_map(|row| row.split_once(' '));
    rows.map(|(mutant, value)| (mutant.parse().unwrap(), value.to_owned())).collect()
}

/// What the class gives with no mutant switched on.
fn original(output: &str) -> String {
    output.lines().find_map(|line| line.strip_prefix("original ")).unwrap().to_owned()
}

#[test]
fn comparison_is_as_far_from_infection_as_its_operands_from_where_the_mutant_differs() {
    assert_snapshot!(mutants(MutationOperator::ReplaceComparison, "static Object run() { return f(3, 7); }\nstatic boolean f(int a, int b) { return a < b; }"), @r"
    original gives true
    >= becomes >: 4.0, gives true
    >= becomes ==: 5.0, gives true
    >= becomes true: 0.0, gives false
    ");
}

#[test]
fn comparisons_of_other_numbers_have_the_distances_of_their_operands() {
    assert_snapshot!(mutants(MutationOperator::ReplaceComparison, "static Object run() { return f(2.5, 2L); }\nstatic boolean f(double a, long b) { return a == 1.5 | b > 2; }"), @r"
    original gives false
    != becomes <: 0.0, gives true
    != becomes >: 2.0, gives false
    != becomes true: 1.0, gives false
    <= becomes <: 0.0, gives true
    <= becomes ==: 1.0, gives false
    <= becomes true: 1.0, gives false
    ");
}

#[test]
fn test_of_a_boolean_has_two_mutants() {
    assert_snapshot!(mutants(MutationOperator::ReplaceComparison, "static Object run() { return f(true); }\nstatic int f(boolean a) { if (a) { return 3; } return 4; }"), @r"
    original gives 3
    == becomes true: 0.0, gives 4
    == becomes false: 1.0, gives 3
    ");
}

#[test]
fn references_are_always_or_never_found_the_same() {
    assert_snapshot!(mutants(MutationOperator::ReplaceComparison, "static Object run() { return f(\"a\", null); }\nstatic int f(Object a, Object b) { return (a == b ? 1 : 0) + (a == null ? 2 : 0); }"), @r"
    original gives 0
    references taken as the same: 0.0, gives 1
    references taken as different: 1.0, gives 0
    references taken as the same: 0.0, gives 2
    references taken as different: 1.0, gives 0
    ");
}

#[test]
fn arithmetic_is_infected_where_results_differ() {
    assert_snapshot!(mutants(MutationOperator::ReplaceArithmetic, "static Object run() { return f(2, 2) + \" \" + f(4L, 0L) + \" \" + f(1.0, 1.0) + \" \" + f(6f, 4f); }
        static int f(int a, int b) { return a + b; }
        static long f(long a, long b) { return a * b; }
        static double f(double a, double b) { return a / b; }
        static float f(float a, float b) { return a % b; }"), @r"
    original gives 4 0 1.0 2.0
    + becomes -: 0.0, gives 0 0 1.0 2.0
    + becomes *: 1.0, gives 4 0 1.0 2.0
    + becomes /: 0.0, gives 1 0 1.0 2.0
    + becomes %: 0.0, gives 0 0 1.0 2.0
    * becomes +: 0.0, gives 4 4 1.0 2.0
    * becomes -: 0.0, gives 4 4 1.0 2.0
    * becomes /: 0.0, gives ArithmeticException
    * becomes %: 0.0, gives ArithmeticException
    / becomes +: 0.0, gives 4 0 2.0 2.0
    / becomes -: 0.0, gives 4 0 0.0 2.0
    / becomes *: 1.0, gives 4 0 1.0 2.0
    / becomes %: 0.0, gives 4 0 0.0 2.0
    % becomes +: 0.0, gives 4 0 1.0 10.0
    % becomes -: 1.0, gives 4 0 1.0 2.0
    % becomes *: 0.0, gives 4 0 1.0 24.0
    % becomes /: 0.0, gives 4 0 1.0 1.5
    ");
}

#[test]
fn division_by_zero_makes_a_difference() {
    assert_snapshot!(mutants(MutationOperator::ReplaceArithmetic, "static Object run() { return f(5, 0); }\nstatic int f(int a, int b) { return a - b; }"), @r"
    original gives 5
    - becomes +: 1.0, gives 5
    - becomes *: 0.0, gives 0
    - becomes /: 0.0, gives ArithmeticException
    - becomes %: 0.0, gives ArithmeticException
    ");
}

#[test]
fn bitwise_is_infected_where_results_differ() {
    assert_snapshot!(mutants(MutationOperator::ReplaceBitwise, "static Object run() { return f(6, 3) + \" \" + f(-8L, 1); }
        static int f(int a, int b) { return a & b; }
        static long f(long a, int b) { return a >> b; }"), @r"
    original gives 2 -4
    & becomes |: 0.0, gives 7 -4
    & becomes ^: 0.0, gives 5 -4
    >> becomes <<: 0.0, gives 2 -16
    >> becomes >>>: 0.0, gives 2 9223372036854775804
    ");
}

#[test]
fn constants_are_replaced() {
    assert_snapshot!(mutants(MutationOperator::ReplaceConstant, "static Object run() { return f(5) + \" \" + f() + \" \" + f(3L); }
        static String f(int n) { String text = \"ab\"; int seven = 7; return text + (seven + n); }
        static boolean f() { boolean on = true; return on ? true : false; }
        static double f(long n) { return n + 1L + 0.5; }"), @r"
    original gives ab12 true 4.5
    constant becomes empty: 0.0, gives 12 true 4.5
    constant becomes another string: 0.0, gives ab_12 true 4.5
    constant becomes 0: 0.0, gives ab5 true 4.5
    constant becomes 1: 0.0, gives ab6 true 4.5
    constant becomes -1: 0.0, gives ab4 true 4.5
    constant incremented: 0.0, gives ab13 true 4.5
    constant decremented: 0.0, gives ab11 true 4.5
    constant negated: 0.0, gives ab12 false 4.5
    constant negated: 0.0, gives ab12 false 4.5
    constant negated: not reached, gives ab12 true 4.5
    constant becomes 0: 0.0, gives ab12 true 3.5
    constant becomes -1: 0.0, gives ab12 true 2.5
    constant incremented: 0.0, gives ab12 true 5.5
    constant becomes 0: 0.0, gives ab12 true 4.0
    constant becomes 1: 0.0, gives ab12 true 5.0
    constant becomes -1: 0.0, gives ab12 true 3.0
    constant incremented: 0.0, gives ab12 true 5.5
    constant decremented: 0.0, gives ab12 true 3.5
    ");
}

#[test]
fn increment_becomes_another_operation() {
    assert_snapshot!(mutants(MutationOperator::ReplaceArithmetic, "static Object run() { return f(5) + \" \" + f(6L); }
        static int f(int n) { n++; return n; }
        static int f(long n) { int i = 9; i -= 3; return i; }"), @r"
    original gives 6 6
    + becomes -: 0.0, gives 4 6
    + becomes *: 0.0, gives 5 6
    + becomes /: 0.0, gives 5 6
    + becomes %: 0.0, gives 0 6
    - becomes +: 0.0, gives 6 12
    - becomes *: 0.0, gives 6 27
    - becomes /: 0.0, gives 6 3
    - becomes %: 0.0, gives 6 0
    ");
}

#[test]
fn variable_becomes_another_one_that_is_assigned_for_certain() {
    assert_snapshot!(mutants(MutationOperator::ReplaceVariable, "static int field = 4;\nstatic Object run() { return f(1, true); }
        static int f(int a, boolean b) { int local = 2; int late; if (b) { late = 3; } else { local = a; late = 5; } return a; }"), @r"
    original gives 1
    variable becomes local: not reached, gives 1
    variable becomes field field: not reached, gives 1
    variable becomes local: 0.0, gives 2
    variable becomes late: 0.0, gives 3
    variable becomes field field: 0.0, gives 4
    ");
}

#[test]
fn variables_of_other_types_are_no_alternatives() {
    assert_snapshot!(mutants(MutationOperator::ReplaceVariable, "Object object = \"o\"; String text = \"t\"; static Object run() { return new Subject().f(\"a\", 1.5); }
        Object f(String a, double b) { String c = null; for (int i = 0; i < 1; i++) { c = a; } return c; }"), @r"
    original gives a
    variable becomes c: 0.0, gives null
    variable becomes field text: 0.0, gives t
    variable becomes a: 1.0, gives a
    variable becomes field text: 0.0, gives t
    ");
}

#[test]
fn loaded_numbers_are_negated_and_moved_by_one() {
    assert_snapshot!(mutants(MutationOperator::InsertUnary, "double size = 2.5; static Object run() { return new Subject().f(); }\ndouble f() { return size; }"), @r"
    original gives 2.5
    variable negated: 0.0, gives -2.5
    variable incremented: 0.0, gives 3.5
    variable decremented: 0.0, gives 1.5
    ");
}

#[test]
fn deleted_call_gives_the_default_value() {
    assert_snapshot!(mutants(MutationOperator::DeleteCall, "static int n; static Object run() { return f(5); }
        static String f(int a) { count(); return twice(a) + text() + n; }
        static void count() { n++; }
        static int twice(int a) { return 2 * a; }
        static String text() { return \"t\"; }"), @r"
    original gives 10t1
    call deleted: 0.0, gives 10t0
    call deleted: 0.0, gives 0t1
    call deleted: 0.0, gives NullPointerException
    call deleted: 0.0, gives 10null1
    call deleted: 0.0, gives NullPointerException
    call deleted: 0.0, gives NullPointerException
    call deleted: 0.0, gives null
    ");
}

#[test]
fn deleted_call_whose_result_nobody_takes_makes_a_difference_whatever_that_is() {
    assert_snapshot!(mutants(MutationOperator::DeleteCall, "static Object run() { return f(new java.util.HashMap<>()); }
        static Object f(java.util.Map<String, String> map) { map.put(\"a\", \"1\"); map.get(\"b\"); return map; }"), @r"
    original gives {a=1}
    call deleted: 0.0, gives {}
    call deleted: 0.0, gives {a=1}
    ");
}

#[test]
fn comparing_call_before_a_jump_can_be_deleted() {
    assert_snapshot!(mutants(MutationOperator::DeleteCall, "static Object run() { return f(1, 2) + f(1, 1); }
        static String f(double a, double b) { return Double.compare(a, b) == 0 ? \"same\" : \"other\"; }"), @r"
    original gives othersame
    call deleted: 0.0, gives samesame
    ");
}

#[test]
fn call_whose_result_nobody_takes_is_left_out_while_its_mutant_is_switched_on() {
    let subject = Subject::compile(
        "static long noted;
        int n;
        static Object run() { noted = 0; return new Subject().all(by -> noted += by); }
        String all(java.util.function.LongConsumer more) {
            count(); size();
            add(3, \"ab\");
            negate();
            note(this, 2L, 'c');
            more.accept(5L);
            try { super.notify(); } catch (IllegalMonitorStateException e) { n += 100; }
            return n + \" \" + noted;
        }
        long count() { n += 1000; return n; }
        String size() { noted += 10_000; return null; }
        public void add(int by, String text) { n += by + text.length(); }
        private void negate() { n = -n; }
        static void note(Subject subject, long by, char unit) { noted += subject.n * by + unit; }",
    );
    let deletions: Vec<&Mutant> = (subject.class.mutants.iter())
        .filter(|it| subject.class.methods[it.method.index()].name == "all" && it.line < Some(12))
        .filter(|it| it.mutation == Mutation::CallDeletion)
        .collect();
    let options = InstrumentOptions { switches_calls: true, ..InstrumentOptions::default() };
    let output = subject.run(options, &deletions);
    let switched_on = rows(&output, "active");
    let without_probes = subject.run(InstrumentOptions { mutants: false, ..options }, &deletions);
    assert_eq!(rows(&without_probes, "active").into_values().collect::<BTreeSet<_>>().len(), 1);
    let mut results = BTreeSet::from([original(&output)]);
    for mutant in deletions {
        let options = InstrumentOptions { deleted_call: Some(mutant.id), ..InstrumentOptions::default() };
        let left_out = original(&subject.run(options, &[]));
        assert_eq!(switched_on[&mutant.id.0], left_out, "line {:?}", mutant.line);
        assert!(results.insert(left_out), "line {:?}", mutant.line);
    }
    assert_eq!(results.len(), 8);
}

#[test]
fn returned_values_are_replaced() {
    assert_snapshot!(mutants(MutationOperator::ReplaceReturnValue, "static Object run() { return f(true) + \" \" + f(0) + \" \" + f(3L) + \" \" + f(\"x\") + \" \" + f(null); }
        static boolean f(boolean a) { return a; }
        static int f(int a) { return a; }
        static double f(long a) { return a; }
        static String f(String a) { return a; }"), @r"
    original gives true 0 3.0 x null
    return value becomes true: 1.0, gives true 0 3.0 x null
    return value becomes false: 0.0, gives false 0 3.0 x null
    return value becomes 0: 1.0, gives true 0 3.0 x null
    return value becomes 1 if it is 0, else 0: 0.0, gives true 1 3.0 x null
    return value becomes 0: 0.0, gives true 0 0.0 x null
    return value becomes 1 if it is 0, else 0: 0.0, gives true 0 0.0 x null
    return value becomes null: 0.0, gives true 0 3.0 null null
    return value becomes an empty string: 0.0, gives true 0 3.0
    ");
}

#[test]
fn deleted_field_write_leaves_the_old_value() {
    assert_snapshot!(mutants(MutationOperator::DeleteFieldWrite, "int a = 1; static long b = 2; String c = \"c\"; static Object run() { return new Subject().f(); }
        String f() { a = 5; b = 2; c = null; return a + \" \" + b + \" \" + c; }"), @r"
    original gives 5 2 null
    field write deleted: 0.0, gives 1 2 null
    field write deleted: 1.0, gives 5 2 null
    field write deleted: 0.0, gives 5 2 c
    ");
}

#[test]
fn returned_objects_become_boxes_of_constants_and_hold_nothing() {
    assert_snapshot!(mutants(MutationOperator::ReplaceReturnValue, "static Object run() { return f(true) + \" \" + f('c').equals('c') + \" \" + f(0L) + \" \" + f(\"x\").isPresent() + f(1, 2) + f(new int[0]) + f(3); }
        static Boolean f(boolean a) { return a; }
        static Character f(char a) { return a; }
        static Long f(long a) { return a; }
        static java.util.Optional<String> f(String a) { return java.util.Optional.of(a); }
        static java.util.Collection<Integer> f(int a, int b) { return java.util.Arrays.asList(a, b); }
        static java.util.Set<Integer> f(int[] a) { return java.util.Collections.emptySet(); }
        static java.util.Map<Integer, Integer> f(int a) { return new java.util.HashMap<>(); }"), @r"
    original gives true true 0 true[1, 2][]{}
    return value becomes null: 0.0, gives null true 0 true[1, 2][]{}
    return value becomes true: 1.0, gives true true 0 true[1, 2][]{}
    return value becomes false: 0.0, gives false true 0 true[1, 2][]{}
    return value becomes null: 0.0, gives NullPointerException
    return value becomes 0: 0.0, gives true false 0 true[1, 2][]{}
    return value becomes null: 0.0, gives true true null true[1, 2][]{}
    return value becomes 0: 1.0, gives true true 0 true[1, 2][]{}
    return value becomes null: 0.0, gives NullPointerException
    return value becomes an empty Optional: 0.0, gives true true 0 false[1, 2][]{}
    return value becomes null: 0.0, gives true true 0 truenull[]{}
    return value becomes an empty list: 0.0, gives true true 0 true[][]{}
    return value becomes null: 0.0, gives true true 0 true[1, 2]null{}
    return value becomes null: 0.0, gives true true 0 true[1, 2][]null
    return value becomes an empty map: 0.0, gives true true 0 true[1, 2][]{}
    ");
}

#[test]
fn what_is_empty_anyway_becomes_null_alone() {
    assert_snapshot!(mutants(MutationOperator::ReplaceReturnValue, "static Object run() { return f(1) + f(1L) + f('c'); }
        static String f(int a) { return \"\"; }
        static Boolean f(long a) { return Boolean.TRUE; }
        static java.util.Optional<String> f(char a) { return java.util.Optional.empty(); }"), @r"
    original gives trueOptional.empty
    return value becomes null: 0.0, gives nulltrueOptional.empty
    return value becomes null: 0.0, gives nullOptional.empty
    return value becomes false: 0.0, gives falseOptional.empty
    return value becomes null: 0.0, gives truenull
    ");
}

#[test]
fn deleted_negation_keeps_the_sign() {
    assert_snapshot!(mutants(MutationOperator::DeleteNegation, "static Object run() { return f(1) + \" \" + f(2L) + \" \" + f(0F) + \" \" + f(3.0) + \" \" + f('\\0'); }
        static int f(int a) { return -a; }
        static long f(long a) { return -a; }
        static float f(float a) { return -a; }
        static double f(double a) { return -a; }
        static int f(char a) { return -a; }"), @r"
    original gives -1 -2 -0.0 -3.0 0
    negation deleted: 0.0, gives 1 -2 -0.0 -3.0 0
    negation deleted: 0.0, gives -1 2 -0.0 -3.0 0
    negation deleted: 0.0, gives -1 -2 0.0 -3.0 0
    negation deleted: 0.0, gives -1 -2 -0.0 3.0 0
    negation deleted: 1.0, gives -1 -2 -0.0 -3.0 0
    ");
}

#[test]
fn swapped_default_goes_where_the_first_other_case_leads() {
    assert_snapshot!(mutants(MutationOperator::SwapDefault, "static Object run() { return \"it\" + f(0) + f(1) + f(2) + f(3) + f(9) + f(1000L) + f(7L) + f(\"b\") + f(\"z\"); }
        static String f(int a) { switch (a) { case 2: return \" 2\"; case 3: return \" 3\"; case 1: default: return \" -\"; } }
        static String f(long a) { switch ((int) a) { case -5: return \" -5\"; case 1000: return \" 1000\"; default: return \" -\"; } }
        static String f(String a) { switch (a) { case \"a\": return \" a\"; case \"b\": return \" b\"; default: return \" -\"; } }"), @r"
    original gives it - - 2 3 - 1000 - b -
    default and first other case of the switch swapped: 0.0, gives it 2 2 - - 2 1000 - b -
    default and first other case of the switch swapped: 0.0, gives it - - 2 3 - - -5 b -
    default and first other case of the switch swapped: 0.0, gives it - - 2 3 - 1000 - - a
    ");
}
