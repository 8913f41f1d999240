package crash;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Objects by their addresses. */
public class Memory {
    private static final class Place {
        long address;
    }

    private static Unsafe unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    public static int read(long address) throws ReflectiveOperationException {
        Place place = new Place();
        // No object is at an odd address.
        place.address = address | 0x70000001;
        Unsafe unsafe = unsafe();
        long offset = unsafe.objectFieldOffset(Place.class.getDeclaredField("address"));
        // By reflection, where nobody sees what is done.
        Object object = Unsafe.class.getMethod("getObject", Object.class, long.class).invoke(unsafe, place, offset);
        int value = object.hashCode();
        return value > 0 ? value : -value;
    }

    public static boolean isAddress(long number) {
        return number > 4096;
    }
}
