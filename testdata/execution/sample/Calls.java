package sample;

import evoke.runtime.Decision;
import evoke.runtime.Tracer;
import java.util.ArrayList;
import java.util.List;

public class Calls {
    public static int shared = 7;
    public static String sharedText = "shared";

    public int field;
    public double real;
    public String text;
    public Calls held;
    public int[] numbers;

    public Calls(int field) {
        this.field = field;
    }

    public class Inner {
        public int outerField() {
            return field;
        }
    }

    public static boolean not(boolean value) {
        return !value;
    }

    public static byte next(byte value) {
        return (byte) (value + 1);
    }

    public static char next(char value) {
        return (char) (value + 1);
    }

    public static short next(short value) {
        return (short) (value + 1);
    }

    public static int next(int value) {
        return value + 1;
    }

    public static long next(long value) {
        return value + 1;
    }

    public static float next(float value) {
        return value + 1;
    }

    public static double next(double value) {
        return value + 1;
    }

    public static String join(String one, String other) {
        return one + other;
    }

    /** A text of so many characters. */
    public static String repeated(int length) {
        return new String(new char[length]).replace('\0', 'x');
    }

    public static void failAtLength(int length) {
        throw new IllegalStateException(repeated(length));
    }

    public static String[] texts(int length) {
        return new String[] {repeated(length)};
    }

    /** Has a length, and is neither a string nor an array. */
    public static CharSequence builder() {
        return new StringBuilder("text");
    }

    /** Its name is a letter beyond the Basic Multilingual Plane. */
    public static int \ud835\udcb3(int value) {
        return value + \ud835\udcb4;
    }

    public static int \ud835\udcb4 = 1;

    public static boolean isInterned(String text) {
        return text == text.intern();
    }

    public static int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    public static int lengthOf(String[] texts) {
        return texts.length;
    }

    public static Object asObject(Object value) {
        return value;
    }

    /** A list that claims to hold strings and holds a number. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static List<String> polluted() {
        List list = new ArrayList();
        list.add(1);
        return list;
    }

    public static Object first(List<?> list) {
        return list.get(0);
    }

    public int plus(int other) {
        return field + other;
    }

    public Calls successor() {
        return new Calls(field + 1);
    }

    public void fail(String message) {
        throw new IllegalStateException(message);
    }

    public int endless() {
        while (true) {
            Tracer.step();
        }
    }

    public int throwing() {
        throw new UnsupportedOperationException();
    }

    public static void require(boolean actual, boolean expected) {
        if (actual != expected) {
            throw new AssertionError();
        }
    }

    public static Object[] asObjects(String[] texts) {
        return texts;
    }

    /** Whether the context loader finds this very class, and its class file as a resource. */
    public static boolean contextLoads() throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Class.forName("sample.Calls", false, loader) == Calls.class
                && loader.getResource("sample/Calls.class") != null
                && Calls.class.getPackage().getName().equals("sample");
    }

    public static int print() throws java.io.IOException {
        System.out.println("out");
        System.err.println("err");
        return System.in.read();
    }

    /** Compares its arguments in several predicates; the one of branch 4 comes out both ways. */
    public static void compared(int number, long large, double real, String text) {
        Tracer.ifIcmpLt(number, 10, 0);
        Tracer.ifIcmpLt(number, 10, 0);
        Tracer.comparedEq(Tracer.lcmp(large, 5L), 1);
        Tracer.comparedLt(Tracer.dcmpg(real, 0.5), 2);
        Tracer.decidedNe(Decision.equals(text, "yes", text.equals("yes")) ? 1 : 0, 3);
        Tracer.decidedNe(Decision.matches(text, "[0-9]+", text.matches("[0-9]+")) ? 1 : 0, 3);
        Tracer.ifIcmpLt(number, 10, 4);
        Tracer.ifIcmpLt(number, 100, 4);
    }

    public static int traced(int value) {
        Tracer.enter(1);
        Tracer.line(2);
        Tracer.line(0);
        Tracer.ifIcmpLt(value, 10, 3);
        return value;
    }

    static class Broken {
        static final int VALUE = Integer.parseInt("x");

        static int value() {
            return VALUE;
        }
    }
}
