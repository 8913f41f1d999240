package evoke.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What compiled tests call on methods under test, and with which values: calls that the code of a test makes itself. The calling
 * code says that a call comes next, and the method entered takes it up; what it passes and returns is noted by the method.
 *
 * <p>Calls on other threads than the one that runs tests are not noted.
 */
public final class TestCalls {
    /** Methods called. */
    public static final Set<Integer> called = new LinkedHashSet<Integer>();
    /** Methods that returned from such calls. */
    public static final Set<Integer> returned = new LinkedHashSet<Integer>();
    /** Values that such calls passed or returned: the number of the place, then, in the lower half, a {@link ValueCodes}. */
    public static final Set<Long> values = new LinkedHashSet<Long>();
    /** What left such calls. */
    public static final List<Escape> escapes = new ArrayList<Escape>();

    private static boolean comesNext;

    private TestCalls() {}

    /** An exception that left a call. */
    public static final class Escape {
        public final int method;
        /** Whether code under test has a {@code throw} that threw it. */
        public final boolean isExplicit;
        public final Class<?> type;

        Escape(int method, boolean isExplicit, Class<?> type) {
            this.method = method;
            this.isExplicit = isExplicit;
            this.type = type;
        }
    }

    /** Forgets the calls of an earlier run. */
    public static void begin() {
        comesNext = false;
        called.clear();
        returned.clear();
        values.clear();
        escapes.clear();
    }

    /** A test is about to make a call that may be one of a method under test. */
    public static void comesNext() {
        if (!Tracer.isElsewhere()) {
            comesNext = true;
        }
    }

    /** That call has returned. */
    public static void isOver() {
        if (!Tracer.isElsewhere()) {
            comesNext = false;
        }
    }

    /** A method is entered; gives 1 if a test calls it, else 0. */
    public static int enter(int method) {
        if (!comesNext || Tracer.isElsewhere()) {
            return 0;
        }
        comesNext = false;
        called.add(method);
        return 1;
    }

    /** A method returns to whom it was called by. */
    public static void returns(int method, int byTest) {
        if (byTest != 0) {
            returned.add(method);
        }
    }

    /** An exception leaves a method. */
    public static void leaves(Throwable thrown, int method, int byTest) {
        if (byTest != 0) {
            escapes.add(new Escape(method, Tracer.lastThrown == thrown, thrown.getClass()));
        }
    }

    public static void value(int value, int place, int byTest) {
        value((long) value, place, byTest);
    }

    public static void value(long value, int place, int byTest) {
        if (byTest != 0) {
            note(place, sign(value));
        }
    }

    public static void value(double value, int place, int byTest) {
        if (byTest != 0) {
            note(place, sign(value));
        }
    }

    public static void value(float value, int place, int byTest) {
        value((double) value, place, byTest);
    }

    public static void character(int value, int place, int byTest) {
        if (byTest != 0) {
            note(place, ValueCodes.CHARACTER + value);
        }
    }

    public static void value(Object value, int place, int byTest) {
        if (byTest != 0) {
            note(place, codeOf(value));
        }
    }

    private static void note(int place, int code) {
        values.add((long) place << 32 | code);
    }

    private static int sign(long value) {
        return value < 0 ? ValueCodes.NEGATIVE : value == 0 ? ValueCodes.ZERO : ValueCodes.POSITIVE;
    }

    private static int sign(double value) {
        if (value != value) {
            return ValueCodes.NOT_A_NUMBER;
        }
        return value < 0 ? ValueCodes.NEGATIVE : value == 0 ? ValueCodes.ZERO : ValueCodes.POSITIVE;
    }

    /** Collections are asked for their size only if the JDK wrote them, so that code under test is run for views of its own alone. */
    private static int codeOf(Object value) {
        if (value == null) {
            return ValueCodes.NULL;
        } else if (value instanceof Boolean) {
            return (Boolean) value ? ValueCodes.POSITIVE : ValueCodes.ZERO;
        } else if (value instanceof Character) {
            return ValueCodes.CHARACTER + (Character) value;
        } else if (value instanceof Float || value instanceof Double) {
            return sign(((Number) value).doubleValue());
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            return sign(((Number) value).longValue());
        } else if (value instanceof Enum) {
            return ValueCodes.CONSTANT + ((Enum<?>) value).ordinal();
        } else if (value instanceof String) {
            return length(((String) value).length());
        } else if (value.getClass().isArray()) {
            return length(Array.getLength(value));
        } else if (value.getClass().getName().startsWith("java.")) {
            return codeOfLibrary(value);
        }
        return ValueCodes.OBJECT;
    }

    /** Views of the JDK may ask code under test, which is no reason for the test to fail. */
    private static int codeOfLibrary(Object value) {
        try {
            if (value instanceof Collection) {
                return length(((Collection<?>) value).size());
            }
            return value instanceof Map ? length(((Map<?, ?>) value).size()) : ValueCodes.OBJECT;
        } catch (RuntimeException e) {
            return ValueCodes.OBJECT;
        }
    }

    private static int length(int length) {
        return length == 0 ? ValueCodes.EMPTY : ValueCodes.NOT_EMPTY;
    }
}
