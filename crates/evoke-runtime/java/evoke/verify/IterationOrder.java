package evoke.verify;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** In which order {@code Set.of} and {@code Map.of} are iterated: each JVM draws it by lot, and some agree. */
final class IterationOrder {
    private IterationOrder() {}

    /**
     * Turns it round as seen from the JVM in which the assertions of tests were written, where tables are gone through from their end; so an order
     * that a test asserts never is the one here. Does nothing where it cannot be done (a JDK of another form), or where nothing is drawn (Java 8).
     */
    static void turnRound() {
        try {
            Class<?> collections = Class.forName("java.util.ImmutableCollections");
            Unsafe unsafe = JdkFields.unsafe();
            for (Field field : collections.getDeclaredFields()) {
                switch (field.getName()) {
                    case "REVERSE":
                        unsafe.putBoolean(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), true);
                        break;
                    case "SALT32L":
                        long salt = Integer.toUnsignedLong(CollectionSalts.UP);
                        unsafe.putLong(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), salt);
                        break;
                    case "SALT":
                        int before15 = CollectionSalts.UP_BEFORE_15;
                        unsafe.putInt(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), before15);
                        break;
                    default:
                        break;
                }
            }
        } catch (ReflectiveOperationException | LinkageError | UnsupportedOperationException refused) {
            // The lot stands.
        }
    }
}
