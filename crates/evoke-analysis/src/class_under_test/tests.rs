//! Goals and control dependences of small Java sources, as text.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use evoke_classfile::{ClassFile, Jdk};
use insta::assert_snapshot;
use tempfile::TempDir;

use super::{ClassUnderTest, ControlDependence, InitializerExtent, MethodUnderTest};
use crate::cfg::ControlFlowGraph;
use crate::control_dependence::ControlDependenceGraph;
use crate::{Criterion, FieldAccess, GoalKind, Outcome};

/// Compiles `Subject.java` with the first JDK; the classes in the order of their names.
fn compile(source: &str) -> Vec<ClassFile> {
    compile_with(&Jdk::for_tests().unwrap().remove(0), source)
}

fn compile_with(jdk: &Jdk, source: &str) -> Vec<ClassFile> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("Subject.java");
    fs::write(&path, source).unwrap();
    let output =
        Command::new(jdk.home.join("bin/javac")).args(["-g", "-nowarn"]).arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == "class")).collect();
    paths.sort_by_key(|path| path.with_extension(""));
    paths.iter().map(|path| ClassFile::parse(&fs::read(path).unwrap()).unwrap()).collect()
}

fn analyse(source: &str) -> ClassUnderTest {
    ClassUnderTest::analyse(&compile(source), &[Criterion::Branch, Criterion::Line])
}

/// `class Subject` with these members.
fn members(members: &str) -> String {
    format!("class Subject {{\n{members}\n}}\n")
}

/// Branch goals by name, each with the dependences of its branch.
fn branch_goals(source: &str) -> String {
    branch_goals_of(&analyse(source))
}

fn branch_goals_of(class: &ClassUnderTest) -> String {
    let mut text = String::new();
    for goal in &class.goals {
        let dependences = match goal.kind {
            GoalKind::Branch(id, _) => &*class.predicates[id.index()].dependences,
            GoalKind::MethodEntry(_) => &[],
            _ => continue,
        };
        writeln!(text, "{}{}", goal.name, after(class, dependences)).unwrap();
    }
    text.trim_end().replace("Subject.java:", "")
}

/// Line goals by name, each with its dependences.
fn line_goals(source: &str) -> String {
    let class = analyse(source);
    let mut text = String::new();
    for goal in &class.goals {
        if let GoalKind::Line(id) = goal.kind {
            writeln!(text, "{}{}", goal.name, after(&class, &class.lines[id.index()].dependences)).unwrap();
        }
    }
    text.trim_end().replace("Subject.java:", "")
}

fn after(class: &ClassUnderTest, dependences: &[ControlDependence]) -> String {
    let name = |dependence: &ControlDependence| {
        let kind = GoalKind::Branch(dependence.predicate, dependence.outcome);
        let goal = class.goals.iter().find(|goal| goal.kind == kind);
        goal.map_or_else(
            || format!("hidden {} {:?}", dependence.predicate.0, dependence.outcome),
            |goal| goal.name.replace("Subject.java:", ""),
        )
    };
    let names: Vec<String> = dependences.iter().map(name).collect();
    if names.is_empty() { String::new() } else { format!("  <- {}", names.join(" or ")) }
}

/// Blocks of the method `f` with their edges, handlers and dependences.
fn graphs_of_f(source: &str) -> String {
    let classes = compile(source);
    let method = classes[0].methods.iter().find(|method| method.name == "f").unwrap();
    let code = method.code.as_ref().unwrap();
    let cfg = ControlFlowGraph::of(code);
    let dependences = ControlDependenceGraph::of(code, &cfg);
    let mut text = String::new();
    for (id, block) in cfg.iter() {
        let offset = code.instructions[block.instructions.start].offset;
        let line = code.line_numbers.iter().rev().find(|row| row.offset <= offset).unwrap().line;
        let edges: Vec<String> =
            block.successors.iter().map(|edge| format!("{} {}", edge.label, edge.target)).collect();
        let handlers: Vec<String> = block.handlers.iter().map(ToString::to_string).collect();
        let decided = dependences.of_block(id);
        let mut needs: Vec<String> =
            decided.outcomes.iter().map(|(block, label)| format!("{block} {label}")).collect();
        if decided.on_entry {
            needs.insert(0, "entry".to_owned());
        }
        let parts = [("->", edges), ("throws to", handlers), ("<-", needs)];
        let shown: Vec<String> = parts
            .into_iter()
            .filter(|(_, items)| !items.is_empty())
            .map(|(word, items)| format!("{word} {}", items.join(", ")))
            .collect();
        writeln!(text, "{id} line {line} {}", shown.join(" ")).unwrap();
    }
    text.trim_end().to_owned()
}

#[test]
fn branches_of_nested_conditions_depend_on_the_outer_outcome() {
    assert_snapshot!(branch_goals(&members(
        "int f(int a, int b) {
           if (a > 3) {
             if (b == 4 && a != b) return 1;
           } else if (b < 0) return 2;
           return 3;
         }"
    )), @r"
    Subject()
    3 a <= 3
    3 a > 3
    4 b != 4  <- 3 a > 3
    4 b == 4  <- 3 a > 3
    4 a == b  <- 4 b == 4
    4 a != b  <- 4 b == 4
    5 b >= 0  <- 3 a <= 3
    5 b < 0  <- 3 a <= 3
    ");
}

#[test]
fn loop_condition_does_not_depend_on_itself() {
    assert_snapshot!(graphs_of_f(&members(
        "void f(int n) {
           for (int i = 0; i < n; i++) {
             if (i == 7) g();
           }
         }
         void g() {}"
    )), @r"
    b0 line 3 -> always b1 <- entry
    b1 line 3 -> taken b5, not taken b2 <- entry, b1 not taken
    b2 line 4 -> taken b4, not taken b3 <- b1 not taken
    b3 line 4 -> always b4 <- b2 not taken
    b4 line 3 -> always b1 <- b1 not taken
    b5 line 6 <- entry
    ");
    assert_snapshot!(branch_goals(&members(
        "void f(int n) {
           for (int i = 0; i < n; i++) {
             if (i == 7) g();
           }
           do { if (n == 4) g(); } while (n-- > 0);
         }
         void g() {}"
    )), @r"
    Subject()
    3 i >= n
    3 i < n
    4 i != 7  <- 3 i < n
    4 i == 7  <- 3 i < n
    6 n != 4
    6 n == 4
    6 n > 0
    6 n <= 0
    Subject.g()
    ");
}

#[test]
fn predicates_are_in_a_loop_if_control_comes_back_to_them() {
    let class = analyse(&members(
        "void f(int a) {
           if (a > 1) a = 2;
           while (a > 3) {
             if (a == 4) break;
             switch (a) { case 5: a--; }
             if (a > 6) { a -= 7; if (a > 8) return; }
           }
           do { a++; } while (a < 9);
           if (a == 10) throw new Error();
         }",
    ));
    let lines = |is_wanted: &dyn Fn(crate::PredicateId) -> bool| -> Vec<u16> {
        let wanted = class.predicates.iter().filter(|predicate| is_wanted(predicate.id));
        let mut lines: Vec<u16> = wanted.filter_map(|predicate| predicate.line).collect();
        lines.dedup();
        lines
    };
    assert_eq!(lines(&|predicate| class.loop_branches.contains(&predicate)), [4, 5, 6, 7, 9]);
    assert_eq!(lines(&|predicate| !class.loop_branches.contains(&predicate)), [3, 10]);
}

#[test]
fn endless_loop_has_dependences() {
    assert_snapshot!(graphs_of_f(&members(
        "void f(int n) {
           while (true) {
             if (n == 7) n++;
             n--;
           }
         }"
    )), @r"
    b0 line 4 -> taken b2, not taken b1 <- entry
    b1 line 4 -> always b2 <- b0 not taken
    b2 line 5 -> always b0 <- entry
    ");
}

#[test]
fn handler_depends_on_what_the_guarded_code_depends_on() {
    assert_snapshot!(graphs_of_f(&members(
        "int f(String s) {
           if (s != null) {
             try {
               return Integer.parseInt(s);
             } catch (NumberFormatException e) {
               if (s.isEmpty()) return 1;
             }
             return 2;
           }
           return 3;
         }"
    )), @r"
    b0 line 3 -> taken b6, not taken b1 <- entry
    b1 line 5 -> always b2 throws to b3 <- b0 not taken
    b2 line 5 <- b0 not taken
    b3 line 6 -> taken b5, not taken b4 <- b0 not taken
    b4 line 7 <- b3 not taken
    b5 line 9 <- b3 taken
    b6 line 11 <- b0 taken
    ");
}

#[test]
fn lines_depend_on_what_decides_whether_they_start() {
    assert_snapshot!(line_goals(&members(
        "int f(int a) {
           int b = 0;
           for (int i = 0; i < a; i++) {
             b += i;
           }
           if (a > 9)
             b++;
           else
             b--;
           return b;
         }"
    )), @r"
    1
    3
    4
    5  <- 4 i < a
    7
    8  <- 7 a > 9
    10  <- 7 a <= 9
    11
    ");
}

#[test]
fn conditions_are_named_in_words_of_the_source() {
    assert_snapshot!(branch_goals(&members(
        "int size; static long total; boolean open; String name; Subject next; int[] items; Object lock;
         int f(long x, double d, char c, Object o, Integer boxed) {
           if (size == 0) return 0;
           if (x > total) return 1;
           if (d < 0.5 || d >= 2) return 2;
           if (!open) return 3;
           if (name.isEmpty()) return 4;
           if (next.next == null) return 5;
           if (items[size - 1] != 7) return 6;
           if (c == 'x' || c == '\\n') return 7;
           if (o instanceof String) return 8;
           if (boxed == 3) return 9;
           if (items.length * 2 + 1 < Math.max(size, 5)) return 10;
           if ((size & 0xff) == (c << 2)) return 11;
           if (f(x, d, c, o, boxed) == -1) return 12;
           if (o == this) return 13;
           if (new Subject().open) return 14;
           if (name.equals(\"a string of more than twenty characters\")) return 15;
           if ((open ? size : 3) > 2) return 16;
           return 17;
         }"
    )), @r#"
    Subject()
    4 size != 0
    4 size == 0
    5 x <= total  <- 4 size != 0
    5 x > total  <- 4 size != 0
    6 d < 0.5  <- 5 x <= total
    6 d >= 0.5  <- 5 x <= total
    6 d < 2.0  <- 6 d >= 0.5
    6 d >= 2.0  <- 6 d >= 0.5
    7 open  <- 6 d < 2.0
    7 !open  <- 6 d < 2.0
    8 !name.isEmpty()  <- 7 open
    8 name.isEmpty()  <- 7 open
    9 next.next != null  <- 8 !name.isEmpty()
    9 next.next == null  <- 8 !name.isEmpty()
    10 items[size - 1] == 7  <- 9 next.next != null
    10 items[size - 1] != 7  <- 9 next.next != null
    11 c == 'x'  <- 10 items[size - 1] == 7
    11 c != 'x'  <- 10 items[size - 1] == 7
    11 c != '\n'  <- 11 c != 'x'
    11 c == '\n'  <- 11 c != 'x'
    12 !(o instanceof String)  <- 11 c != '\n'
    12 o instanceof String  <- 11 c != '\n'
    13 boxed != 3  <- 12 !(o instanceof String)
    13 boxed == 3  <- 12 !(o instanceof String)
    14 items.length * 2 + 1 >= Math.max(size, 5)  <- 13 boxed != 3
    14 items.length * 2 + 1 < Math.max(size, 5)  <- 13 boxed != 3
    15 (size & 255) != c << 2  <- 14 items.length * 2 + 1 >= Math.max(size, 5)
    15 (size & 255) == c << 2  <- 14 items.length * 2 + 1 >= Math.max(size, 5)
    16 f(x, d, c, o, boxed) != -1  <- 15 (size & 255) != c << 2
    16 f(x, d, c, o, boxed) == -1  <- 15 (size & 255) != c << 2
    17 o != this  <- 16 f(x, d, c, o, boxed) != -1
    17 o == this  <- 16 f(x, d, c, o, boxed) != -1
    18 !new Subject().open  <- 17 o != this
    18 new Subject().open  <- 17 o != this
    19 !name.equals("a string of more tha...")  <- 18 !new Subject().open
    19 name.equals("a string of more tha...")  <- 18 !new Subject().open
    20 !open  <- 19 !name.equals("a string of more tha...")
    20 open  <- 19 !name.equals("a string of more tha...")
    20 branch 20 true  <- 19 !name.equals("a string of more tha...")
    20 branch 20 false  <- 19 !name.equals("a string of more tha...")
    "#);
}

#[test]
fn switches_have_a_goal_for_each_case_and_the_default() {
    assert_snapshot!(branch_goals(&members(
        "int f(int k, char c) {
           switch (k) { case 1: case 2: return 1; case 4: return 2; }
           switch (c) { case 'a': return 3; case 'z': return 4; default: return 5; }
         }"
    )), @r"
    Subject()
    3 switch (k) case 1
    3 switch (k) case 2
    3 switch (k) case 4
    3 switch (k) default
    4 switch (c) case 'a'  <- 3 switch (k) default
    4 switch (c) case 'z'  <- 3 switch (k) default
    4 switch (c) default  <- 3 switch (k) default
    ");
}

#[test]
fn string_switch_has_the_goals_of_its_cases_alone() {
    assert_snapshot!(branch_goals(&members(
        "int f(String s) {
           switch (s) { case \"Aa\": return 1; case \"BB\": return 2; case \"c\": return 3; default: return 4; }
         }"
    )), @r#"
    Subject()
    3 case "Aa"
    3 case "BB"
    3 case "c"
    3 default
    "#);
}

#[test]
fn methods_without_branches_have_their_entry_as_goal() {
    assert_snapshot!(branch_goals(
        "class Subject {
           static int n = 1;
           Subject(int a, String[] b) {}
           void f(java.util.List<String> l) { Runnable r = () -> n++; }
           static class Inner { long g() { return 1; } }
           interface Shape { default double area() { return 0; } int sides(); }
           enum Colour { RED, GREEN; }
         }"
    ), @r"
    Subject(int, String[])
    Subject.f(List)
    Subject.f lambda
    Subject static initializer
    Subject.Colour()
    Subject.Colour static initializer
    Subject.Inner()
    Subject.Inner.g()
    Subject.Shape.area()
    ");
}

#[test]
fn test_whether_assertions_are_on_is_no_goal() {
    let source = members("void f(int a) {\n assert a > 0 : \"positive\";\n }");
    assert!(analyse(&source).has_assertions);
    assert_snapshot!(branch_goals(&source), @r"
    Subject()
    3 a > 0  <- hidden 0 False
    3 a <= 0  <- hidden 0 False
    ");
    assert_snapshot!(line_goals(&source), @r"
    1
    3
    4  <- hidden 0 True or 3 a > 0
    ");
}

#[test]
fn record_boilerplate_has_no_goals() {
    assert_snapshot!(branch_goals(
        "record Subject(int a, String b) {
           Subject { if (a < 0) throw new IllegalArgumentException(); }
           public String b() { return b + a; }
         }"
    ), @r"
    2 a >= 0
    2 a < 0
    Subject.b()
    ");
}

#[test]
fn ids_are_positions_in_their_tables() {
    let class = analyse(&members(
        "int f(int a) { return a > 0 ? 1 : 2; } int g(int a) { switch (a) { case 1: return a; } return 2; }",
    ));
    assert!(
        class.predicates.iter().enumerate().all(|(position, predicate)| predicate.id.index() == position)
    );
    assert!(class.lines.iter().enumerate().all(|(position, line)| line.id.index() == position));
    assert!(class.goals.iter().enumerate().all(|(position, goal)| goal.id.index() == position));
    let switches: Vec<Vec<i32>> = class.switches().into_iter().map(|(_, keys)| keys).collect();
    assert_eq!(switches, [[1]]);
    let only_true = class.goals.iter().filter(|goal| matches!(goal.kind, GoalKind::Branch(_, Outcome::True)));
    assert_eq!(only_true.count(), 3);
}

#[test]
fn only_criteria_asked_for_have_goals() {
    let classes = compile(&members("int f(int a) { return a > 0 ? 1 : 2; }"));
    let class = ClassUnderTest::analyse(&classes, &[Criterion::Line]);
    assert!(class.goals.iter().all(|goal| goal.criterion == Criterion::Line));
    assert!(!class.predicates.is_empty());
}

#[test]
fn fields_are_written_and_read_also_through_methods_of_the_class() {
    let files = compile(&members(
        "int a;
         java.util.List<String> list;
         int[] cells;
         int getA() { return a; }
         void setA(int value) { a = value; }
         void reset() { setA(0); }
         void add(String text) { list.add(text); }
         int size() { return list.size(); }
         void fill() { cells[0] = 1; }
         boolean ofNumber() { return getA() > 3; }
         boolean ofList() { return list.isEmpty(); }
         boolean ofArray() { return cells[0] == 1; }",
    ));
    let class = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let access = FieldAccess::of(&files, &class);
    let [a, list, cells] = [0, 1, 2].map(crate::FieldId);
    let written = |name: &str| {
        let method = class.methods.iter().find(|method| method.name == name).unwrap();
        access.written[method.id.index()].clone()
    };
    assert_eq!(["setA", "reset", "getA"].map(written), [vec![a], vec![a], vec![]]);
    assert_eq!(["add", "size", "fill"].map(written), [vec![list], vec![], vec![cells]]);
    assert_eq!(access.read, [vec![a], vec![cells]], "`isEmpty` is no condition of the class");
}

#[test]
fn constructors_of_constants_run_in_the_initialiser_alone_and_their_methods_after_it() {
    let files = compile(
        "enum Subject {
           LOW { int of() { return rank; } },
           HIGH(2) { int of() { return rank + spare().hashCode(); } };
           final int rank;
           Subject() { this(1); }
           Subject(int rank) { this.rank = rank > 1 ? rank : 1; }
           abstract int of();
           static Object spare() { return new Object() { public int hashCode() { return 3; } }; }
           static Subject best() { return HIGH; }
         }",
    );
    let class = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let extent = InitializerExtent::of(&class);
    let shown = |method: &MethodUnderTest| format!("{}.{}", method.class, method.name);
    let runs_in = class.methods.iter().filter(|method| extent.initializer_of(method.id).is_some()).map(shown);
    assert_eq!(
        runs_in.collect::<Vec<_>>(),
        ["Subject.<init>", "Subject.<init>", "Subject.<clinit>", "Subject$1.<init>", "Subject$2.<init>"]
    );
    let initializer = class.methods.iter().find(|method| method.is_class_initializer()).unwrap().id;
    let after = extent.entered_after(&class, initializer);
    let after: Vec<String> = after.iter().map(|method| shown(&class.methods[method.index()])).collect();
    for expected in ["Subject.spare", "Subject.best", "Subject$1.of", "Subject$2.of"] {
        assert!(after.contains(&expected.to_owned()), "{expected} is not in {after:?}");
    }
    let is_elsewhere = |name: &String| name.starts_with("Subject$3") || name.ends_with("init>");
    assert!(!after.iter().any(is_elsewhere), "{after:?}");
}

#[test]
fn constructor_that_others_call_too_runs_in_no_initialiser_alone() {
    let files = compile(
        "class Subject {
           static final Subject FIRST = new Subject();
           private Subject() {}
           static Subject next() { return new Subject(); }
         }",
    );
    let class = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let extent = InitializerExtent::of(&class);
    let constructor = class.methods.iter().find(|method| method.name == "<init>").unwrap().id;
    assert_eq!(extent.initializer_of(constructor), None);
}

#[test]
fn closing_a_resource_makes_no_goals_and_closing_by_hand_does() {
    let source = members(
        "static int read(java.util.function.Supplier<java.io.StringReader> readers) throws Exception {
            try (var reader = readers.get()) { return reader.read(); }
        }
        static void close(AutoCloseable closed) throws Exception { if (closed != null) closed.close(); }",
    );
    let goals = branch_goals(&source);
    assert_eq!(goals.matches("null").count(), 2, "{goals}");
    assert!(!goals.contains("reader"), "{goals}");
}

#[test]
fn exhaustive_switches_have_no_default_and_patterns_no_constant_conditions() {
    let source = "sealed interface Subject {
        record Card(String number) implements Subject {}
        record Transfer(String iban, boolean instant) implements Subject {}
        enum Kind { CARD, TRANSFER }
        static int fee(Subject paid) {
            return switch (paid) {
                case Card card -> 1;
                case Transfer(var iban, boolean instant) when instant -> 2;
                case Transfer transfer -> 3;
            };
        }
        static int fee(Kind kind) { return switch (kind) { case CARD -> 1; case TRANSFER -> 2; }; }
        static int plain(int kind) { switch (kind) { case 1: return 5; default: return 6; } }
        static int constant(boolean one, boolean other) { return (one ? true : other) ? 1 : 2; }
    }";
    let jdk = Jdk::for_tests().unwrap().pop().unwrap();
    let class = ClassUnderTest::analyse(&compile_with(&jdk, source), &[Criterion::Branch]);
    assert_snapshot!(branch_goals_of(&class), @r"
    6 branch 1 case 0
    6 branch 2 case 1
    6 branch 3 case 2
    8 instant  <- hidden 4 False
    8 !instant  <- hidden 4 False
    12 switch (kind.ordinal()) case 0
    12 switch (kind.ordinal()) case 1
    13 switch (kind) case 1
    13 switch (kind) default
    14 !one
    14 one
    14 !other  <- 14 !one
    14 other  <- 14 !one
    Subject.Card(String)
    Subject.Kind()
    Subject.Kind static initializer
    Subject.Transfer(String, boolean)
    ");
}
