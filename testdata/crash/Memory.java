package crash;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Memory by its address. */
public class Memory {
    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static int read(long address) {
        int value = unsafe().getInt(address);
        return value > 0 ? value : -value;
    }

    public static boolean isAddress(long number) {
        return number > 4096;
    }
}
