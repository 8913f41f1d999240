package evoke.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

import sun.misc.Unsafe;

/** Where the memory of an object ends. */
final class ObjectExtent {
    /** Before the first field or length stands what the JVM needs. */
    private static final long HEADER = 8;
    /** An object is no smaller. */
    private static final long LEAST = 16;
    /** What is taken for the end where fields cannot be seen. */
    private static final long UNKNOWN = 1024;
    /** And for that of a class, which has its static fields. */
    private static final long OF_CLASS = 1 << 16;

    private static final Unsafe UNSAFE = ObjectLayout.UNSAFE;

    private static final ClassValue<Long> END = new ClassValue<Long>() {
        @Override
        protected Long computeValue(Class<?> type) {
            return endOfFields(type);
        }
    };

    private ObjectExtent() {}

    static boolean isPrimitiveArray(Object holder) {
        Class<?> element = holder.getClass().getComponentType();
        return element != null && element.isPrimitive();
    }

    static boolean holds(Object holder, long offset, long size) {
        Class<?> type = holder.getClass();
        if (!type.isArray()) {
            return offset >= HEADER && offset <= END.get(type) - size;
        }
        long base = UNSAFE.arrayBaseOffset(type);
        return offset >= base && offset <= base + (long) length(holder) * UNSAFE.arrayIndexScale(type) - size;
    }

    /** Of the most usual arrays without asking the JVM. */
    private static int length(Object array) {
        if (array instanceof byte[]) {
            return ((byte[]) array).length;
        }
        return array instanceof Object[] ? ((Object[]) array).length : Array.getLength(array);
    }

    private static long endOfFields(Class<?> type) {
        if (type == Class.class) {
            return OF_CLASS;
        }
        long end = LEAST;
        try {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                // The JDK hides some of its fields.
                if (each.getClassLoader() == null && each != Object.class) {
                    return UNKNOWN;
                }
                for (Field field : each.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        end = Math.max(end, UNSAFE.objectFieldOffset(field) + sizeOf(field.getType()));
                    }
                }
            }
        } catch (UnsupportedOperationException | LinkageError isRecordOrHidden) {
            return UNKNOWN;
        }
        return end;
    }

    private static int sizeOf(Class<?> type) {
        return type == long.class || type == double.class ? 8 : 4;
    }
}
