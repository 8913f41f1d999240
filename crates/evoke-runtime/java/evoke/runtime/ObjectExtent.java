package evoke.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

import sun.misc.Unsafe;

/** What stands where in the memory of an object: a reference taken for a number, or the other way round, ends the JVM sooner or later. */
final class ObjectExtent {
    /** Before the first field or length stands what the JVM needs. */
    private static final long HEADER = 8;
    /** An object is no smaller. */
    private static final long LEAST = 16;
    /** What is taken for the end where fields cannot be seen, as some of the JDK's, and all of records and hidden classes. */
    private static final long UNKNOWN = 1024;
    /** And for that of a class, which has its static fields. */
    private static final long OF_CLASS = 1 << 16;

    private static final Unsafe UNSAFE = ObjectLayout.UNSAFE;

    private static final ClassValue<ObjectExtent> OF_INSTANCES = new ClassValue<ObjectExtent>() {
        @Override
        protected ObjectExtent computeValue(Class<?> type) {
            return ofInstances(type);
        }
    };
    private static final ClassValue<ObjectExtent> OF_STATICS = new ClassValue<ObjectExtent>() {
        @Override
        protected ObjectExtent computeValue(Class<?> type) {
            Map<Long, Class<?>> fields = new TreeMap<Long, Class<?>>();
            addFields(type, true, fields);
            return new ObjectExtent(fields, OF_CLASS);
        }
    };

    private final long end;
    /** Where the fields begin that can be seen, ascending. */
    private final long[] starts;
    /** What each of them holds. */
    private final Class<?>[] types;

    private ObjectExtent(Map<Long, Class<?>> fields, long leastEnd) {
        starts = new long[fields.size()];
        types = new Class<?>[fields.size()];
        long last = leastEnd;
        int i = 0;
        for (Map.Entry<Long, Class<?>> field : fields.entrySet()) {
            starts[i] = field.getKey();
            types[i++] = field.getValue();
            last = Math.max(last, field.getKey() + Math.max(4, ObjectLayout.sizeOf(field.getValue())));
        }
        end = last;
    }

    /** Whether so many bytes are the object's; what they mean is not asked. */
    static boolean holds(Object holder, long offset, long size) {
        Class<?> type = holder.getClass();
        return type.isArray()
                ? isWithinArray(holder, offset, size)
                : offset >= HEADER && offset <= of(holder).end - size;
    }

    /** Whether a number stands there that may be written: in one field, or anywhere in an array of numbers. */
    static boolean holdsNumber(Object holder, long offset, long size) {
        Class<?> element = holder.getClass().getComponentType();
        if (element != null) {
            return element.isPrimitive() && isWithinArray(holder, offset, size);
        }
        ObjectExtent extent = of(holder);
        int after = Arrays.binarySearch(extent.starts, offset);
        int field = after >= 0 ? after : -after - 2;
        return field >= 0
                && extent.types[field].isPrimitive()
                && offset - extent.starts[field] <= ObjectLayout.sizeOf(extent.types[field]) - size;
    }

    /** What the reference that stands there may refer to; {@code null} if none does. */
    static Class<?> referred(Object holder, long offset) {
        Class<?> element = holder.getClass().getComponentType();
        if (element != null) {
            long scale = UNSAFE.arrayIndexScale(holder.getClass());
            boolean isElement = !element.isPrimitive()
                    && isWithinArray(holder, offset, scale)
                    && (offset - UNSAFE.arrayBaseOffset(holder.getClass())) % scale == 0;
            return isElement ? element : null;
        }
        ObjectExtent extent = of(holder);
        int field = Arrays.binarySearch(extent.starts, offset);
        return field < 0 || extent.types[field].isPrimitive() ? null : extent.types[field];
    }

    private static ObjectExtent of(Object holder) {
        return holder instanceof Class ? OF_STATICS.get((Class<?>) holder) : OF_INSTANCES.get(holder.getClass());
    }

    private static boolean isWithinArray(Object array, long offset, long size) {
        Class<?> type = array.getClass();
        long base = UNSAFE.arrayBaseOffset(type);
        return offset >= base && offset <= base + (long) length(array) * UNSAFE.arrayIndexScale(type) - size;
    }

    /** Of the most usual arrays without asking the JVM. */
    private static int length(Object array) {
        if (array instanceof byte[]) {
            return ((byte[]) array).length;
        }
        return array instanceof Object[] ? ((Object[]) array).length : Array.getLength(array);
    }

    private static ObjectExtent ofInstances(Class<?> type) {
        Map<Long, Class<?>> fields = new TreeMap<Long, Class<?>>();
        boolean isKnown = true;
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            // The JDK hides some of its fields.
            isKnown &= addFields(each, false, fields) && (each.getClassLoader() != null || each == Object.class);
        }
        return new ObjectExtent(fields, isKnown ? LEAST : UNKNOWN);
    }

    /** Whether all that the class declares were added. */
    private static boolean addFields(Class<?> type, boolean isStatic, Map<Long, Class<?>> fields) {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == isStatic) {
                    fields.put(ObjectLayout.offset(field), field.getType());
                }
            }
            return true;
        } catch (UnsupportedOperationException | LinkageError isRecordOrHidden) {
            return false;
        }
    }
}
