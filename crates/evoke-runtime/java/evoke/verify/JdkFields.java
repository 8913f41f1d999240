package evoke.verify;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Access to static fields of the JDK that nothing else can write to. */
final class JdkFields {
    private JdkFields() {}

    static Unsafe unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }
}
