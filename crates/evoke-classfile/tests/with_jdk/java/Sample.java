import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** One of each construct whose bytecode is hard to move. Prints what it computes. */
public class Sample<T extends Comparable<T>> {
    @Target(ElementType.TYPE_USE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        int[] value() default {};
    }

    enum Colour { RED, GREEN, BLUE }

    private final T chosen;
    private int count;

    Sample(T a, T b) {
        this(a.compareTo(b) > 0 ? a : b);
    }

    private Sample(T chosen) {
        this.chosen = chosen;
    }

    static String table(int key) {
        switch (key) {
            case -1: return "minus one";
            case 0: return "zero";
            case 1: return "one";
            case 3: return "three";
            default: return "other";
        }
    }

    static int lookup(int key) {
        int result = 0;
        switch (key) {
            case Integer.MIN_VALUE: result = 1; break;
            case 7: result += 2;
            case 1000: result += 3; break;
            case Integer.MAX_VALUE: result = 4;
        }
        return result;
    }

    static int byName(String name) {
        switch (name) {
            case "Aa": return 1;
            case "BB": return 2;
            case "c": return 3;
            default: return 0;
        }
    }

    static String byColour(Colour colour) {
        switch (colour) {
            case RED: return "r";
            case BLUE: return "b";
            default: return "?";
        }
    }

    int tries(int depth) {
        int seen = 0;
        try {
            try {
                if (depth > 2) {
                    throw new IllegalStateException("deep " + depth);
                }
                seen += 100 / depth;
            } catch (ArithmeticException e) {
                seen += 1000;
            } finally {
                seen += 1;
                count++;
            }
            for (int i = 0; i < depth; i++) {
                if (i % 2 == 0) {
                    continue;
                }
                seen += i;
            }
        } catch (IllegalStateException | UnsupportedOperationException e) {
            seen += e.getMessage().length();
        }
        synchronized (this) {
            while (count > 100) {
                count /= 2;
            }
        }
        return seen;
    }

    static List<String> made(boolean flag, int size) {
        List<String> made = new ArrayList<>(flag ? size : size > 3 ? size * 2 : 1);
        made.add(new StringBuilder(flag ? "yes" : "no").append(size > 0 && flag || size == -1).toString());
        return made;
    }

    @SuppressWarnings("unchecked")
    static <@Marked(5) E> E annotated(Object object, Class<E> type) throws Exception {
        @Marked({1, 2}) Object local = object;
        if (local instanceof @Marked(3) String) {
            @Marked String text = (@Marked(4) String) local;
            return (E) text;
        }
        try (AutoCloseable resource = () -> System.out.println("closed")) {
            return (E) new @Marked ArrayList<@Marked(6) Object>(Collections.singleton(resource != null));
        } catch (@Marked RuntimeException e) {
            return null;
        }
    }

    static double wide(long a, double b, float c) {
        long total = a;
        double sum = b;
        for (long i = 0; i < a && sum < 1e9; i += 3) {
            total ^= i << 2;
            sum += c > 2 ? total : -b;
        }
        int[][][] cube = new int[2][3][];
        cube[1][2] = new int[] {1, 2, 3};
        return total + sum + cube[1][2].length + cube[0].length;
    }

    static Supplier<Function<Integer, Integer>> closures(int base) {
        int[] calls = {0};
        return () -> x -> x > base ? x * calls.length : ++calls[0];
    }

    static int unwinds(int n) {
        while (true) {
            try {
                if (n-- < 0) {
                    return n;
                }
                if (n == 5) {
                    throw new RuntimeException();
                }
            } catch (RuntimeException e) {
                n -= 2;
            } finally {
                if (n == 1) {
                    break;
                }
            }
        }
        return 77;
    }

    /** Padding makes the exit of this loop too far for a conditional jump, and the way back for a goto. */
    static int far(int n) {
        int sum = 0;
        while (n > 0) {
            n--;
            if (n == 3) {
                sum += 1;
            }
            if (n == 4) {
                sum += 2;
            }
            try {
                String name = Integer.toString(n);
                if (n == 5) {
                    throw new IllegalStateException(name);
                }
                if (n == 6) {
                    sum += name.length();
                    continue;
                }
                sum += n % 3 == 0 ? 7 : 8;
            } catch (IllegalStateException e) {
                sum += 100 + e.getMessage().length();
            }
            if (n == 1) {
                sum += 3;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        for (int i = -2; i < 5; i++) {
            System.out.println(table(i) + " " + lookup(i) + " " + unwinds(i * 3) + " " + wide(i, i / 2.0, i));
        }
        for (int key : new int[] {Integer.MIN_VALUE, 7, 1000, Integer.MAX_VALUE}) {
            System.out.println(lookup(key));
        }
        for (String name : Arrays.asList("Aa", "BB", "c", "")) {
            System.out.println(byName(name));
        }
        for (Colour colour : Colour.values()) {
            System.out.println(byColour(colour));
        }
        System.out.println(far(0) + " " + far(9));
        Sample<String> sample = new Sample<>("left", "right");
        for (int depth = 0; depth < 4; depth++) {
            System.out.println(sample.chosen + " " + sample.tries(depth) + " " + made(depth > 1, depth));
        }
        System.out.println(annotated("text", String.class) + " " + annotated(1, List.class));
        Function<Integer, Integer> closure = closures(3).get();
        System.out.println(closure.apply(2) + " " + closure.apply(4) + " " + closure.apply(1));
    }
}
