package evoke.verify;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** What lines end with: `println`, `%n` and {@link System#lineSeparator} take it from a field that the JDK sets once. */
final class LineEnds {
    /** Of Windows. */
    static final String FOREIGN = "\r\n";
    private static final String PROPERTY = "line.separator";

    private LineEnds() {}

    /** Has lines end so from now on, but not with code that keeps what it read before. Does nothing where it cannot be done (a JDK of another form). */
    static void set(String lineEnd) {
        try {
            Field field = System.class.getDeclaredField("lineSeparator");
            Unsafe unsafe = JdkFields.unsafe();
            unsafe.putObjectVolatile(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), lineEnd);
            System.setProperty(PROPERTY, lineEnd);
        } catch (ReflectiveOperationException | LinkageError | UnsupportedOperationException refused) {
            // They end as they did.
        }
    }
}
