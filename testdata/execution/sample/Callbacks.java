package sample;

import java.util.Comparator;
import java.util.Iterator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** Calls what it is given. */
public class Callbacks {
    /** Asks its subclass while it is being built. */
    abstract static class Named {
        final String seen;

        protected Named(String prefix) {
            if (prefix == null) {
                throw new IllegalArgumentException("prefix");
            }
            seen = prefix + name();
        }

        protected abstract String name();

        String seen() {
            return seen;
        }
    }

    /** Cannot be initialised, nor can its subclasses. */
    abstract static class Broken {
        static final int VALUE = Integer.parseInt("x");

        protected Broken(String text) {}

        protected abstract String name();
    }

    public static double at(DoubleUnaryOperator function, double x) {
        return function.applyAsDouble(x);
    }

    /** Something to read from. */
    interface Feed {
        long skip(long n, String text);
    }

    /** Reads in its own way. */
    interface Reader {
        long read(int size, Feed feed);
    }

    /** What the reader skipped, and what it gave. */
    static long read(Reader reader) {
        long[] skipped = new long[1];
        long given = reader.read(3, (n, text) -> skipped[0] += n + text.length());
        return skipped[0] + given;
    }

    public static Object apply(UnaryOperator<Object> function, Object value) {
        return function.apply(value);
    }

    public static int compare(Comparator<String> order) {
        return order.compare("a", "b");
    }

    public static int count(Iterator<String> strings) {
        int n = 0;
        while (strings.hasNext()) {
            n++;
        }
        return n;
    }

    static String seen(Named named) {
        return named.seen();
    }
}
