package evoke.runtime;

import static evoke.runtime.ObjectLayout.UNSAFE;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;

/** What an object held at some time: its fields, or its elements. Objects that it refers to have copies of their own. */
abstract class StateCopy {
    /** How much there is to compare, in fields. */
    abstract int weight();

    /** Whether the object holds what it held. */
    abstract boolean isCurrent();

    /** Makes the object hold it again; whether it held something else. */
    abstract boolean restore();

    /** A copy of what the object holds now. */
    abstract StateCopy retaken();

    /** Adds the objects that it refers to. */
    abstract void collect(Collection<Object> objects);

    /** What this copy and another of the same object say together: where the object has changed since the other was made, what it holds now. */
    StateCopy withChangesSince(StateCopy before) {
        return retaken();
    }

    /** A copy of what an object holds; null if it holds nothing that changes. */
    static StateCopy of(Object object) {
        Class<?> type = object.getClass();
        if (!type.isArray()) {
            ObjectLayout layout = ObjectLayout.ofInstances(type);
            return layout.isEmpty() ? null : new OfFields(object, layout);
        }
        if (Array.getLength(object) == 0) {
            return null;
        }
        return object instanceof Object[] ? new OfElements((Object[]) object) : new OfNumbers(object);
    }

    /** Of fields. */
    static final class OfFields extends StateCopy {
        private final Object holder;
        private final ObjectLayout layout;
        private final Object[] references;
        private final long[] primitives;

        /** As they are now. */
        OfFields(Object holder, ObjectLayout layout) {
            this(holder, layout, new Object[layout.references.length], new long[layout.primitives.length]);
            for (int i = 0; i < references.length; i++) {
                references[i] = UNSAFE.getObject(holder, layout.references[i]);
            }
            for (int i = 0; i < primitives.length; i++) {
                primitives[i] = read(i);
            }
        }

        private OfFields(Object holder, ObjectLayout layout, Object[] references, long[] primitives) {
            this.holder = holder;
            this.layout = layout;
            this.references = references;
            this.primitives = primitives;
        }

        /** As they are before anything is assigned. */
        static OfFields unassigned(Object holder, ObjectLayout layout) {
            return new OfFields(
                    holder, layout, new Object[layout.references.length], new long[layout.primitives.length]);
        }

        @Override
        int weight() {
            return references.length + primitives.length;
        }

        @Override
        boolean isCurrent() {
            for (int i = 0; i < references.length; i++) {
                if (UNSAFE.getObject(holder, layout.references[i]) != references[i]) {
                    return false;
                }
            }
            for (int i = 0; i < primitives.length; i++) {
                if (read(i) != primitives[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        boolean restore() {
            boolean changed = false;
            for (int i = 0; i < references.length; i++) {
                if (UNSAFE.getObject(holder, layout.references[i]) != references[i]) {
                    UNSAFE.putObject(holder, layout.references[i], references[i]);
                    changed = true;
                }
            }
            for (int i = 0; i < primitives.length; i++) {
                if (read(i) != primitives[i]) {
                    write(i);
                    changed = true;
                }
            }
            return changed;
        }

        @Override
        StateCopy retaken() {
            return new OfFields(holder, layout);
        }

        @Override
        StateCopy withChangesSince(StateCopy before) {
            OfFields earlier = (OfFields) before;
            OfFields now = new OfFields(holder, layout);
            for (int i = 0; i < references.length; i++) {
                if (now.references[i] == earlier.references[i]) {
                    now.references[i] = references[i];
                }
            }
            for (int i = 0; i < primitives.length; i++) {
                if (now.primitives[i] == earlier.primitives[i]) {
                    now.primitives[i] = primitives[i];
                }
            }
            return now;
        }

        @Override
        void collect(Collection<Object> objects) {
            for (Object reference : references) {
                addTo(objects, reference);
            }
            for (long offset : layout.finals) {
                addTo(objects, UNSAFE.getObject(holder, offset));
            }
        }

        private long read(int field) {
            long offset = layout.primitives[field];
            switch (layout.sizes[field]) {
                case 1:
                    return UNSAFE.getByte(holder, offset);
                case 2:
                    return UNSAFE.getShort(holder, offset);
                case 4:
                    return UNSAFE.getInt(holder, offset);
                default:
                    return UNSAFE.getLong(holder, offset);
            }
        }

        private void write(int field) {
            long offset = layout.primitives[field];
            switch (layout.sizes[field]) {
                case 1:
                    UNSAFE.putByte(holder, offset, (byte) primitives[field]);
                    break;
                case 2:
                    UNSAFE.putShort(holder, offset, (short) primitives[field]);
                    break;
                case 4:
                    UNSAFE.putInt(holder, offset, (int) primitives[field]);
                    break;
                default:
                    UNSAFE.putLong(holder, offset, primitives[field]);
                    break;
            }
        }
    }

    /** Of an array of objects. */
    private static final class OfElements extends StateCopy {
        private final Object[] array;
        private final Object[] elements;

        OfElements(Object[] array) {
            this.array = array;
            this.elements = array.clone();
        }

        @Override
        int weight() {
            return elements.length;
        }

        @Override
        boolean isCurrent() {
            for (int i = 0; i < elements.length; i++) {
                if (array[i] != elements[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        boolean restore() {
            boolean changed = !isCurrent();
            if (changed) {
                System.arraycopy(elements, 0, array, 0, elements.length);
            }
            return changed;
        }

        @Override
        StateCopy retaken() {
            return new OfElements(array);
        }

        @Override
        void collect(Collection<Object> objects) {
            for (Object element : elements) {
                addTo(objects, element);
            }
        }
    }

    /** Of an array of numbers or booleans. */
    private static final class OfNumbers extends StateCopy {
        /** Numbers that are compared in the time of one field. */
        private static final int AT_ONCE = 8;

        private final Object array;
        private final Object numbers;

        OfNumbers(Object array) {
            int length = Array.getLength(array);
            this.array = array;
            this.numbers = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, numbers, 0, length);
        }

        @Override
        int weight() {
            return 1 + Array.getLength(numbers) / AT_ONCE;
        }

        @Override
        boolean isCurrent() {
            if (array instanceof int[]) {
                return Arrays.equals((int[]) array, (int[]) numbers);
            } else if (array instanceof byte[]) {
                return Arrays.equals((byte[]) array, (byte[]) numbers);
            } else if (array instanceof char[]) {
                return Arrays.equals((char[]) array, (char[]) numbers);
            } else if (array instanceof long[]) {
                return Arrays.equals((long[]) array, (long[]) numbers);
            } else if (array instanceof double[]) {
                return Arrays.equals((double[]) array, (double[]) numbers);
            } else if (array instanceof float[]) {
                return Arrays.equals((float[]) array, (float[]) numbers);
            } else if (array instanceof short[]) {
                return Arrays.equals((short[]) array, (short[]) numbers);
            }
            return Arrays.equals((boolean[]) array, (boolean[]) numbers);
        }

        @Override
        boolean restore() {
            boolean changed = !isCurrent();
            if (changed) {
                System.arraycopy(numbers, 0, array, 0, Array.getLength(numbers));
            }
            return changed;
        }

        @Override
        StateCopy retaken() {
            return new OfNumbers(array);
        }

        @Override
        void collect(Collection<Object> objects) {}
    }

    private static void addTo(Collection<Object> objects, Object object) {
        if (object != null) {
            objects.add(object);
        }
    }
}
