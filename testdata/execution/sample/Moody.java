package sample;

import evoke.runtime.Assertions;
import evoke.runtime.SystemResources;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Depends on the moment and on chance. */
public final class Moody {
    private static int calls;

    private Moody() {}

    /** How often it has been called. */
    public static int count() {
        return ++calls;
    }

    /** Whether properties are set that the JVM does not know. */
    public static boolean hasForeignProperties() {
        return System.getProperties().containsKey("build.tool");
    }

    /** Whether an exception says what was null. */
    public static boolean explainsNulls() {
        String nothing = calls < 0 ? "" : null;
        try {
            return nothing.isEmpty();
        } catch (NullPointerException exception) {
            return exception.getMessage() != null;
        }
    }

    /** In which order the members of a class come: of methods the last letter and the number of parameters, of constructors that number. */
    public static String memberOrder() {
        StringBuilder order = new StringBuilder();
        for (Method method : Members.class.getMethods()) {
            if (method.getName().startsWith("member")) {
                order.append(method.getName().substring("member".length())).append(method.getParameterCount());
            }
        }
        for (Constructor<?> constructor : Members.class.getDeclaredConstructors()) {
            order.append(constructor.getParameterCount());
        }
        return order.toString();
    }

    /** Whether instrumented code leaves {@code assert} unchecked. */
    public static boolean assertsNothing() {
        return Assertions.areOff();
    }

    /** In which time zone texts are, and how they are encoded where nothing else is said. */
    public static String place() {
        return TimeZone.getDefault().getID() + " " + Charset.defaultCharset();
    }

    /** In which order sets and maps of two elements and of three are iterated. */
    public static String collectionOrder() {
        return "" + Set.of("a", "b") + Set.of("a", "b", "c") + Map.of("a", 1, "b", 2) + Map.of("a", 1, "b", 2, "c", 3);
    }

    /** Which of the modules that have it, by name, a resource is found in. */
    public static String moduleOrder() throws IOException {
        TreeSet<String> all = new TreeSet<>();
        for (URL url : Collections.list(ClassLoader.getSystemResources("module-info.class"))) {
            all.add(url.toString());
        }
        String found = SystemResources.getSystemResource("module-info.class").toString();
        return found.equals(all.first()) ? "first" : found.equals(all.last()) ? "last" : found;
    }

    /** Members in no order. */
    public static final class Members {
        Members(int one, int other) {}

        Members() {}

        Members(int one) {}

        public void memberQ() {}

        public void memberB(int one) {}

        public void memberX() {}

        public void memberB() {}

        public void memberA() {}
    }

    public static long millis() {
        return System.currentTimeMillis();
    }

    public static long nanos() {
        return System.nanoTime();
    }

    public static long instant() {
        return Instant.now().toEpochMilli();
    }

    /** How many milliseconds pass while the clock is read so often. */
    public static long passedWhileReading(int times) {
        long start = System.currentTimeMillis();
        for (int i = 1; i < times; i++) {
            System.currentTimeMillis();
        }
        return System.currentTimeMillis() - start;
    }

    /** Whether another thread sees the clock move by itself. */
    public static boolean movesElsewhere() throws InterruptedException {
        final boolean[] moved = new boolean[1];
        Thread thread = new Thread(() -> {
            long start = System.nanoTime();
            while (System.nanoTime() == start) {
                Thread.yield();
            }
            moved[0] = true;
        });
        thread.start();
        thread.join();
        return moved[0];
    }

    /** Whether the first of two objects comes first in a table that holds them by their identity. */
    public static boolean comesFirst() {
        Object first = new Object();
        Set<Object> both = new HashSet<>();
        both.add(first);
        both.add(new Object());
        return both.iterator().next() == first;
    }

    public static int random() {
        return new Random().nextInt();
    }

    public static double mathRandom() {
        return Math.random();
    }

    public static long threadLocalRandom() {
        return ThreadLocalRandom.current().nextLong();
    }

    public static String uuid() {
        return UUID.randomUUID().toString();
    }

    public static String zone() {
        return java.util.TimeZone.getDefault().getID();
    }
}
