package evoke.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import sun.misc.Unsafe;

/**
 * Where the fields of an object or of a class are whose values may change while tests run.
 *
 * <p>Fields that the user's classes declare, and of the JDK's those of containers, string builders, atomic and thread-local
 * variables. What other classes of the JDK declare is left out: most of it never changes, belongs to other threads, or leads
 * everywhere. So are fields of records and of hidden classes, which {@code Unsafe} refuses; they are all final.
 */
final class ObjectLayout {
    static final Unsafe UNSAFE = unsafe();

    private static final ObjectLayout EMPTY = new ObjectLayout(new Fields());
    private static final Map<Class<?>, ObjectLayout> LAYOUTS = new HashMap<Class<?>, ObjectLayout>();
    /** Classes of {@code java.util} beside containers. Classes nested in them are meant too. */
    private static final Set<String> UTILITIES =
            new HashSet<String>(Arrays.asList("Arrays", "BitSet", "Collections", "Random", "StringJoiner"));

    /** Of references that may be replaced. */
    final long[] references;
    /** Of references that stay, but may lead to what changes. */
    final long[] finals;
    /** Of the other fields that may change. */
    final long[] primitives;
    /** Bytes of each of those. */
    final int[] sizes;

    private ObjectLayout(Fields fields) {
        references = toArray(fields.references);
        finals = toArray(fields.finals);
        primitives = toArray(fields.primitives);
        sizes = new int[fields.sizes.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = fields.sizes.get(i);
        }
    }

    private static final class Fields {
        final List<Long> references = new ArrayList<Long>();
        final List<Long> finals = new ArrayList<Long>();
        final List<Long> primitives = new ArrayList<Long>();
        final List<Integer> sizes = new ArrayList<Integer>();

        void add(Field field, long offset) {
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            if (!field.getType().isPrimitive()) {
                (isFinal ? finals : references).add(offset);
            } else if (!isFinal) {
                primitives.add(offset);
                sizes.add(sizeOf(field.getType()));
            }
        }
    }

    /** That of instances, which are no arrays. */
    static ObjectLayout ofInstances(Class<?> type) {
        ObjectLayout layout = LAYOUTS.get(type);
        if (layout == null) {
            Fields fields = new Fields();
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                if (isOpen(each)) {
                    addFields(each, false, fields);
                }
            }
            layout = fields.references.isEmpty() && fields.finals.isEmpty() && fields.primitives.isEmpty()
                    ? EMPTY
                    : new ObjectLayout(fields);
            LAYOUTS.put(type, layout);
        }
        return layout;
    }

    /** That of what the class declares as static, which lies in the class itself. */
    static ObjectLayout ofStatics(Class<?> type) {
        Fields fields = new Fields();
        addFields(type, true, fields);
        return new ObjectLayout(fields);
    }

    /** That of a few fields, static or not, of a class that is not looked into otherwise; what this JDK does not have is left out. */
    static ObjectLayout ofNamed(Class<?> type, String... names) {
        Fields fields = new Fields();
        for (String name : names) {
            try {
                Field field = type.getDeclaredField(name);
                fields.add(field, offset(field));
            } catch (NoSuchFieldException missing) {
                // Another version of the JDK.
            }
        }
        return new ObjectLayout(fields);
    }

    /** Whether there is nothing to see. */
    boolean isEmpty() {
        return references.length + finals.length + primitives.length == 0;
    }

    private static void addFields(Class<?> type, boolean isStatic, Fields fields) {
        Field[] declared;
        try {
            declared = type.getDeclaredFields();
        } catch (LinkageError missingClass) {
            return;
        }
        for (Field field : declared) {
            if (Modifier.isStatic(field.getModifiers()) == isStatic && !field.getName().equals(ClassMarks.FIELD)) {
                try {
                    fields.add(field, offset(field));
                } catch (UnsupportedOperationException refused) {
                    return;
                }
            }
        }
    }

    static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers())
                ? UNSAFE.staticFieldOffset(field)
                : UNSAFE.objectFieldOffset(field);
    }

    /** Whether the fields that a class declares are looked at. */
    private static boolean isOpen(Class<?> type) {
        if (type.getClassLoader() instanceof ClassUnderTestLoader) {
            return true;
        }
        String name = type.getName();
        if (name.startsWith("java.lang.")) {
            return name.startsWith("java.lang.ThreadLocal") || name.equals("java.lang.AbstractStringBuilder");
        }
        if (name.startsWith("java.util.concurrent.atomic.")) {
            return true;
        }
        int end = name.lastIndexOf('.') + 1;
        String around = name.substring(0, end);
        if (!around.equals("java.util.") && !around.equals("java.util.concurrent.")) {
            return false;
        }
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        boolean isContainer =
                Map.class.isAssignableFrom(outermost) || Collection.class.isAssignableFrom(outermost);
        return isContainer && !BlockingQueue.class.isAssignableFrom(outermost)
                || UTILITIES.contains(outermost.getSimpleName());
    }

    /** Of a field of this primitive type, in bytes; of a reference too few. */
    static int sizeOf(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return 8;
        }
        if (primitive == int.class || primitive == float.class) {
            return 4;
        }
        return primitive == short.class || primitive == char.class ? 2 : 1;
    }

    private static long[] toArray(List<Long> numbers) {
        long[] array = new long[numbers.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = numbers.get(i);
        }
        return array;
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException refused) {
            throw new IllegalStateException(refused);
        }
    }
}
