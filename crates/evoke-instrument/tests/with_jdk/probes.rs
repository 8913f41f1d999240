//! What instrumented code reports, kind of probe by kind of probe.

use crate::traced::{trace, trace_source};
use insta::assert_snapshot;

#[test]
fn equality_with_a_constant_reports_how_far_the_value_is() {
    let traced = trace(
        "static int run() { return f(5); } static int f(int i) { if (i == 7) { return 1; } return 0; }",
    );
    assert_snapshot!(traced.distances(), @r"
    i != 7: 0
    i == 7: 2
    ");
    assert_eq!(traced.methods(), ["run", "f"]);
    assert_eq!(traced.end(), "completed");
}

#[test]
fn whether_assertions_are_checked_is_for_the_runtime_to_say() {
    // The JVM is started without `-ea`.
    let traced = trace("static void run() { assert String.class == null; }");
    assert_eq!(traced.end(), "threw java.lang.AssertionError");
}

#[test]
fn every_int_jump_reports_both_distances() {
    let traced = trace(
        "static int n; static void run() { f(3, 5); }
         static void f(int a, int b) {
           if (a == b) n++; if (a != b) n++; if (a < b) n++; if (a <= b) n++; if (a > b) n++; if (a >= b) n++;
           if (a == 0) n++; if (a != 0) n++; if (a < 0) n++; if (a <= 0) n++; if (a > 0) n++; if (a >= 0) n++;
         }",
    );
    assert_snapshot!(traced.distances(), @r"
    a != b: 0
    a == b: 2
    a == b #2: 2
    a != b #2: 0
    a >= b: 2
    a < b: 0
    a > b: 3
    a <= b: 0
    a <= b #2: 0
    a > b #2: 3
    a < b #2: 0
    a >= b #2: 2
    a != 0: 0
    a == 0: 3
    a == 0 #2: 3
    a != 0 #2: 0
    a >= 0: 0
    a < 0: 4
    a > 0: 0
    a <= 0: 3
    a <= 0 #2: 3
    a > 0 #2: 0
    a < 0 #2: 4
    a >= 0 #2: 0
    ");
}

#[test]
fn the_smallest_distance_of_a_run_counts() {
    let traced = trace(
        "static void run() { for (int i = 0; i < 4; i++) { f(i * 10); } }
         static boolean f(int i) { return i == 22; }",
    );
    assert_snapshot!(traced.distances(), @r"
    i >= 4: 0 (5 times)
    i < 4: 0 (5 times)
    i != 22: 0 (4 times)
    i == 22: 2 (4 times)
    ");
}

#[test]
fn differences_of_ints_do_not_overflow() {
    let traced = trace(
        "static boolean run() { return f(Integer.MIN_VALUE, Integer.MAX_VALUE); }
         static boolean f(int a, int b) { return a == b || a > b; }",
    );
    assert_snapshot!(traced.distances(), @r"
    a == b: 4.294967295e9
    a != b: 0
    a <= b: 0
    a > b: 4.294967296e9
    ");
}

#[test]
fn long_comparisons_report_the_difference_of_their_operands() {
    let traced = trace(
        "static boolean run() { return f(3L, 1000L) | f2(Long.MIN_VALUE, Long.MAX_VALUE); }
         static boolean f(long a, long b) { return a == b || a > b; }
         static boolean f2(long a, long b) { return a != b && a >= b; }",
    );
    assert_snapshot!(traced.distances(), @r"
    a == b: 997
    a != b: 0
    a <= b: 0
    a > b: 998
    a == b: 1.8446744073709552e19
    a != b: 0
    a < b: 0
    a >= b: 1.8446744073709552e19
    ");
}

#[test]
fn floating_comparisons_report_the_difference_of_their_operands() {
    let traced = trace(
        "static int n; static void run() { f(1.5, 4.0); g(2.5f, 2.0f); }
         static void f(double a, double b) {
           if (a == b) n++; if (a != b) n++; if (a < b) n++; if (a <= b) n++; if (a > b) n++; if (a >= b) n++;
         }
         static void g(float c, float d) { if (c < d) n++; if (c >= d) n++; }",
    );
    assert_snapshot!(traced.distances(), @r"
    a != b: 0
    a == b: 2.5
    a == b #2: 2.5
    a != b #2: 0
    a >= b: 2.5
    a < b: 0
    a > b: 3.5
    a <= b: 0
    a <= b #2: 0
    a > b #2: 3.5
    a < b #2: 0
    a >= b #2: 2.5
    c >= d: 0
    c < d: 1.5
    c < d #2: 1.5
    c >= d #2: 0
    ");
}

#[test]
fn nan_is_farthest_from_every_outcome_it_rules_out() {
    let traced = trace(
        "static int n; static void run() { f(Double.NaN, 4.0); g(Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY); }
         static void f(double a, double b) { if (a == b) n++; if (a < b) n++; if (a >= b) n++; }
         static void g(float c, float d) { if (c == d) n++; if (c > d) n++; }",
    );
    assert_snapshot!(traced.distances(), @r"
    a != b: 0
    a == b: 1e300
    a >= b: 0
    a < b: 1e300
    a < b #2: 0
    a >= b #2: 1e300
    c != d: 1
    c == d: 0
    c <= d: 0
    c > d: 1
    ");
}

#[test]
fn references_are_equal_or_not() {
    let traced = trace(
        "static int n; static void run() { f(null, \"x\"); }
         static void f(Object a, Object b) { if (a == b) n++; if (a != b) n++; if (a == null) n++; if (b != null) n++; }",
    );
    assert_snapshot!(traced.distances(), @r"
    a != b: 0
    a == b: 1
    a == b #2: 1
    a != b #2: 0
    a != null: 1
    a == null: 0
    b == null: 1
    b != null: 0
    ");
}

#[test]
fn instance_test_reports_steps_in_the_hierarchy() {
    let traced = trace(
        "static int n; static void run() { f(new java.util.ArrayList<String>()); g(null); }
         static void f(Object o) { if (o instanceof java.util.LinkedList) n++; if (o instanceof java.util.List) n++;
           if (!(o instanceof Number)) n++; }
         static boolean g(Object p) { return p instanceof String ? true : n > 5; }",
    );
    assert_snapshot!(traced.distances(), @r"
    !(o instanceof LinkedList): 0
    o instanceof LinkedList: 4
    !(o instanceof List): 1
    o instanceof List: 0
    o instanceof Number: 5
    !(o instanceof Number): 0
    !(p instanceof String): 0
    p instanceof String: 1001
    n <= 5: 0
    n > 5: 4
    ");
}

#[test]
fn switch_reports_the_distance_to_every_case_and_to_none() {
    let traced = trace(
        "static int run() { return f(12) + f(13) + g(500); }
         static int f(int k) { switch (k) { case 10: return 1; case 12: return 2; case 13: return 3; default: return 4; } }
         static int g(int k) { switch (k) { case -5: return 1; case 700: return 2; } return 3; }",
    );
    assert_snapshot!(traced.distances(), @r"
    switch (k) case 10: 2 (2 times)
    switch (k) case 12: 0 (2 times)
    switch (k) case 13: 0 (2 times)
    switch (k) default: 1 (2 times)
    switch (k) case -5: 505
    switch (k) case 700: 200
    switch (k) default: 0
    ");
}

#[test]
fn lines_after_an_exception_are_not_run() {
    let traced =
        trace("static int run() {\n int a = 1;\n Object o = null;\n o.hashCode();\n a++;\n return a;\n }");
    assert_eq!(traced.lines(), [3, 4, 5]);
    assert_eq!(traced.end(), "threw java.lang.NullPointerException");
}

#[test]
fn endless_loop_uses_up_its_steps_and_cannot_swallow_the_error() {
    let traced = trace(
        "static int n; static void run() { while (true) { try { while (true) { n++; } } catch (Throwable t) { n--; } } }",
    );
    assert_eq!(traced.end(), "threw evoke.runtime.StepsExhausted");
}

#[test]
fn endless_loop_in_a_dependency_uses_up_the_steps() {
    let traced = trace_source(
        "public class Subject { static void run() { Other.spin(1); } }
         class Other { static int spin(int n) { do { n += 2; } while (n != 0); return n; } }",
        &["Other"],
    );
    assert_eq!(traced.end(), "threw evoke.runtime.StepsExhausted");
    assert_eq!(traced.methods(), ["run"]);
}

#[test]
fn arrays_beyond_the_limit_are_refused() {
    for (array, end) in [
        ("new int[n]", "threw evoke.runtime.AllocationRefused"),
        ("new String[n]", "threw evoke.runtime.AllocationRefused"),
        ("new int[n / 40][n / 40]", "threw evoke.runtime.AllocationRefused"),
        ("new int[2][n][3]", "threw evoke.runtime.AllocationRefused"),
        ("new int[n / 2]", "completed"),
        ("new int[0][n]", "completed"),
        ("new int[-n]", "threw java.lang.NegativeArraySizeException"),
    ] {
        let traced = trace(&format!(
            "static Object run() {{ return f(2000); }} static Object f(int n) {{ return {array}; }}"
        ));
        assert_eq!(traced.end(), end, "{array}");
    }
}

#[test]
fn exits_become_errors_and_are_counted() {
    let traced = trace(
        "static void run() {
           try { System.exit(1); } catch (Error e) { }
           try { Runtime.getRuntime().exit(2); } catch (Error e) { }
           Runtime.getRuntime().halt(3);
         }",
    );
    assert_eq!(traced.end(), "threw evoke.runtime.ExitAttempt");
    assert_eq!(traced.exits(), "3");
}

#[test]
fn system_resource_that_many_modules_have_is_that_of_the_first_by_name() {
    let traced = trace(
        "static void run() throws Exception {
           String first = java.util.Collections.min(java.util.Collections.list(
               ClassLoader.getSystemResources(\"module-info.class\")), (a, b) -> a.toString().compareTo(b.toString())).toString();
           if (!ClassLoader.getSystemResource(\"module-info.class\").toString().equals(first)) throw new IllegalStateException();
           if (ClassLoader.getSystemResourceAsStream(\"module-info.class\").read() != 0xCA) throw new IllegalStateException();
           if (ClassLoader.getSystemResource(\"nowhere\") != null) throw new IllegalStateException();
           if (ClassLoader.getSystemResourceAsStream(\"nowhere\") != null) throw new IllegalStateException();
         }",
    );
    assert_eq!(traced.end(), "completed");
}

#[test]
fn folder_for_temporary_files_and_those_around_it_are_not_looked_into() {
    let end = |folder: &str, look: &str| {
        trace(&format!(
            "static void run() throws Exception {{
               java.io.File folder = new java.io.File({folder}).getAbsoluteFile();
               {look};
             }}"
        ))
        .end()
        .to_owned()
    };
    let temporary = "System.getProperty(\"java.io.tmpdir\")";
    for look in [
        "folder.list()",
        "folder.listFiles()",
        "java.nio.file.Files.list(folder.toPath())",
        "java.nio.file.Files.walk(folder.toPath())",
        "new java.io.File(folder, \"..\").list()",
        "new java.io.File(\"/\").list()",
    ] {
        assert_eq!(end(temporary, look), "threw evoke.runtime.AccessRefused", "{look}");
    }
    for (folder, look) in [
        (
            temporary,
            "if (new java.io.File(folder, \"nowhere\").list() != null) throw new IllegalStateException()",
        ),
        ("\"nowhere\"", "if (folder.list() != null) throw new IllegalStateException()"),
    ] {
        assert_eq!(end(folder, look), "completed", "{look}");
    }
}

#[test]
fn nothing_but_temporary_files_is_deleted_when_the_jvm_ends() {
    let end = |file: &str| {
        trace(&format!(
            "static void run() {{
               String temporary = System.getProperty(\"java.io.tmpdir\");
               new java.io.File({file}).deleteOnExit();
             }}"
        ))
        .end()
        .to_owned()
    };
    assert_eq!(end("temporary, \"evoke-nowhere\""), "completed");
    for file in ["temporary", "\"/evoke/nowhere\""] {
        assert_eq!(end(file), "threw evoke.runtime.AccessRefused", "{file}");
    }
}

#[test]
fn change_of_a_file_that_cannot_be_and_is_no_test_s_is_an_error() {
    let traced = trace(
        "static void run() {
           if (new java.io.File(\"nowhere/at/all\").delete()) throw new IllegalStateException();
           if (new java.io.File(\"/no\\0path\").mkdir()) throw new IllegalStateException();
           try { new java.io.File(\"/proc/evoke\").mkdir(); } catch (Error e) { }
           new java.io.File(\"/proc/evoke/folder\").mkdirs();
         }",
    );
    assert_eq!(traced.end(), "threw evoke.runtime.AccessRefused");
    assert_eq!(traced.refusals(), "2");
}

#[test]
fn refusal_ends_the_run_where_it_is_caught_also_in_what_reflection_and_executors_wrap_it_in() {
    let refusals = |body: &str| {
        trace(&format!(
            "public static void open() throws Exception {{ throw new java.net.SocketException(\"Operation not permitted\"); }}
             static class Own extends RuntimeException {{ Own(Throwable cause) {{ super(cause); }} }}
             static void run() throws Exception {{ {body} }}"
        ))
        .refusals()
        .to_owned()
    };
    assert_eq!(refusals("try { open(); } catch (java.net.SocketException e) { }"), "1");
    let invoked = "Subject.class.getMethod(\"open\").invoke(null);";
    assert_eq!(
        refusals(&format!("try {{ {invoked} }} catch (java.lang.reflect.InvocationTargetException e) {{ }}")),
        "1"
    );
    assert_eq!(refusals(&format!("try {{ {invoked} }} catch (ReflectiveOperationException e) {{ }}")), "1");
    let submitted = "java.util.concurrent.FutureTask<?> task = new java.util.concurrent.FutureTask<Void>(() -> { open(); return null; });
                     task.run(); task.get();";
    assert_eq!(
        refusals(&format!("try {{ {submitted} }} catch (java.util.concurrent.ExecutionException e) {{ }}")),
        "1"
    );
    assert_eq!(
        refusals(
            "try { throw new java.io.IOException(\"no such thing\"); } catch (java.io.IOException e) { }"
        ),
        "0"
    );
    // What code under test throws is not asked.
    assert_eq!(
        refusals(
            "try { throw new Own(new java.net.SocketException(\"Operation not permitted\")); } catch (Own e) { }"
        ),
        "0"
    );
}

/// How a run ends that has `unsafe`, an object of the class with its `field`, and native memory for 16 bytes at `address`.
fn end_with_memory(access: &str) -> (String, String) {
    let traced = trace(&format!(
        "int field = 5;
         String text = \"x\";
         static String shared = \"y\";
         static void run() throws Exception {{
           java.lang.reflect.Field holder = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
           holder.setAccessible(true);
           sun.misc.Unsafe unsafe = (sun.misc.Unsafe) holder.get(null);
           Subject subject = new Subject();
           long field = unsafe.objectFieldOffset(Subject.class.getDeclaredField(\"field\"));
           long text = unsafe.objectFieldOffset(Subject.class.getDeclaredField(\"text\"));
           int bytes = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
           long address = unsafe.allocateMemory(16);
           long value = 0;
           {access}
           unsafe.freeMemory(address);
           if (value != 0) throw new IllegalStateException(\"\" + value);
         }}"
    ));
    (traced.end().to_owned(), traced.refusals().to_owned())
}

#[test]
fn memory_that_is_there_is_read_and_written() {
    for access in [
        "unsafe.putLong(address + 8, 7); value = unsafe.getLong(address + 8) - 7;",
        "unsafe.setMemory(address, 16, (byte) 1); value = unsafe.getShort(address + 14) - 0x101;",
        "unsafe.putInt(subject, field, 6); value = subject.field - 6;",
        "value = unsafe.compareAndSwapInt(subject, field, 5, 6) ? subject.field - 6 : 1;",
        "unsafe.copyMemory(new byte[] {3, 4}, bytes, null, address, 2); value = unsafe.getByte(address + 1) - 4;",
        "value = unsafe.getByte(new byte[4], bytes + 3L);",
        "value = unsafe.getObject(new Object[2], unsafe.arrayBaseOffset(Object[].class)) == null ? 0 : 1;",
        "address = unsafe.reallocateMemory(address, 32); unsafe.putByte(address + 31, (byte) 1);",
        "java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(9).put(8, (byte) 2);
         long begin = unsafe.getLong(buffer, unsafe.objectFieldOffset(java.nio.Buffer.class.getDeclaredField(\"address\")));
         value = unsafe.getByte(begin + 8) - 2;",
        "unsafe.copyMemory(1, 2, 0);",
        "unsafe.putObject(subject, text, \"z\"); value = subject.text.equals(\"z\") ? 0 : 1;",
        "unsafe.putObject(subject, text, null); value = unsafe.getObjectVolatile(subject, text) == null ? 0 : 1;",
        "value = unsafe.compareAndSwapObject(subject, text, \"x\", \"z\") ? 0 : 1;",
        "java.lang.reflect.Field of = Subject.class.getDeclaredField(\"shared\");
         unsafe.putObject(unsafe.staticFieldBase(of), unsafe.staticFieldOffset(of), \"z\");
         value = shared.equals(\"z\") ? 0 : 1;",
        "unsafe.putChar(new int[1], unsafe.arrayBaseOffset(int[].class), 'a');",
        "long size = unsafe.objectFieldOffset(java.util.ArrayList.class.getDeclaredField(\"size\"));
         unsafe.putInt(new java.util.ArrayList<String>(), size, 0);",
        "value = unsafe.getInt(\"text\", unsafe.objectFieldOffset(String.class.getDeclaredField(\"hash\"))) == 1 ? 1 : 0;",
    ] {
        assert_eq!(end_with_memory(access), ("completed".to_owned(), "0".to_owned()), "{access}");
    }
}

#[test]
fn memory_that_is_not_there_ends_the_run_and_not_the_jvm() {
    for access in [
        "unsafe.getByte(3L);",
        "unsafe.getLong(address + 9);",
        "unsafe.putInt(address - 1, 0);",
        "unsafe.putInt(address + Long.MAX_VALUE, 0);",
        "unsafe.getInt(subject, 1L << 40);",
        "unsafe.putInt((Object) null, 12, 1);",
        "unsafe.getByte(new byte[4], bytes + 4L);",
        "unsafe.putByte(new byte[4], bytes - 1L, (byte) 0);",
        "unsafe.getLong(new byte[4], (long) bytes);",
        "unsafe.getObject(new byte[64], (long) bytes);",
        "unsafe.putObject(null, 12, subject);",
        "unsafe.setMemory(address, 17, (byte) 1);",
        "unsafe.copyMemory(address, address + 1, 16);",
        "unsafe.freeMemory(address + 8);",
        "unsafe.freeMemory(address); unsafe.getByte(address);",
        "unsafe.getObject(subject, field);",
        "unsafe.putObject(subject, field, \"z\");",
        "unsafe.putObject(subject, text, subject);",
        "unsafe.compareAndSwapObject(subject, text, \"x\", subject);",
        "unsafe.getObject(new Object[2], unsafe.arrayBaseOffset(Object[].class) + 1L);",
        "unsafe.putObject(new String[1], unsafe.arrayBaseOffset(String[].class), subject);",
        "unsafe.putInt(new String[1], (long) unsafe.arrayBaseOffset(String[].class), 1);",
        "unsafe.putInt(subject, text, 1);",
        "unsafe.putLong(subject, field, 1);",
        "unsafe.putInt(new Object(), 8L, 1);",
        "unsafe.putObject(String.class, 112L, \"z\");",
        "unsafe.putInt(\"text\", unsafe.objectFieldOffset(String.class.getDeclaredField(\"hash\")), 1);",
        "unsafe.putObject(ClassLoader.getSystemClassLoader(), 12L, null);",
    ] {
        let refused = ("threw evoke.runtime.AccessRefused".to_owned(), "1".to_owned());
        assert_eq!(end_with_memory(access), refused, "{access}");
    }
    let refused = ("threw evoke.runtime.AllocationRefused".to_owned(), "0".to_owned());
    assert_eq!(end_with_memory("unsafe.allocateMemory(1L << 30);"), refused);
}

#[test]
fn exception_by_which_the_jdk_tells_a_refusal_ends_the_run_where_it_is_caught() {
    let caught = |what: &str, catches: &str| {
        let body = format!("try {{ throw {what}; }} catch ({catches} e) {{ n++; }} finally {{ n++; }}");
        let traced = trace(&format!("static int n; static void run() throws Throwable {{ {body} }}"));
        (traced.end().to_owned(), traced.refusals().to_owned())
    };
    let denied = "new java.nio.file.AccessDeniedException(\"/file\")";
    let told = "new java.io.FileNotFoundException(\"/file (Permission denied)\")";
    let wrapped = format!("new java.io.UncheckedIOException({denied})");
    for (what, catches) in [
        (denied, "java.nio.file.FileSystemException"),
        (told, "java.io.IOException"),
        (told, "Exception"),
        (&wrapped, "RuntimeException"),
        (&wrapped, "Throwable"),
    ] {
        let refused = ("threw evoke.runtime.AccessRefused".to_owned(), "1".to_owned());
        assert_eq!(caught(what, catches), refused, "{what} {catches}");
    }
    for what in [
        "new java.io.FileNotFoundException(\"/file (No such file or directory)\")",
        "new java.io.IOException((String) null)",
        "new IllegalStateException(\"Permission denied\")",
        "new java.io.IOException() { public String getMessage() { return \"Permission denied\"; } }",
    ] {
        assert_eq!(caught(what, "Exception"), ("completed".to_owned(), "0".to_owned()), "{what}");
    }
}

#[test]
fn refusal_that_an_initialiser_catches_is_noted_and_the_class_is_there() {
    let traced = trace(
        "static void run() { if (Cache.size != 3) throw new IllegalStateException(); }
         static class Cache {
           static int size;
           static {
             try { throw new java.nio.file.AccessDeniedException(\"/file\"); } catch (java.io.IOException e) { size = 2; }
             size++;
           }
         }",
    );
    assert_eq!((traced.end(), traced.refusals()), ("completed", "1"));
}

#[test]
fn constructors_may_branch_before_calling_another() {
    let traced = trace(
        "static void run() { new Subject((String) null); }
         Subject(String s) { this(s == null ? 1 : s.length(), s); }
         Subject(int i, Object o) { if (o == this) i++; if (i > 3) i++; }",
    );
    assert_snapshot!(traced.distances(), @r"
    s != null: 1
    s == null: 0
    o != this: 0
    o == this: 1
    i <= 3: 0
    i > 3: 3
    ");
}

#[test]
fn initialisers_lambdas_and_interface_methods_are_entered() {
    let traced = trace_source(
        "public class Subject implements Greeting {
           static Runnable later = () -> {};
           static void run() { later.run(); new Subject().greet(); Greeting.count(); }
         }
         interface Greeting { default int greet() { return 1; } static int count() { return 2; } }",
        &[],
    );
    let methods = ["<clinit>", "<init>", "count", "greet", "lambda$static$0", "run"];
    let mut entered = traced.methods();
    entered.sort_unstable();
    assert_eq!(entered, methods);
}
