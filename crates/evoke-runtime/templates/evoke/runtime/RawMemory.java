package evoke.runtime;

import sun.misc.Unsafe;

/**
 * In place of the methods of {@link Unsafe} that read and write memory: where an address or offset is outside of what was asked for,
 * the run is over, and not the JVM with all that it has found. So it is where a reference would be read or written that does not stand
 * there, or a number written that does not; numbers may be read from anything. And so it is where something would be written to an object
 * that the JVM itself or all tests work with, as a class loader or a string.
 */
public final class RawMemory {
    private static final long ADDRESS_SIZE = 8;

    private RawMemory() {}

    private static void check(Object holder, long offset, long size) {
        boolean holds = holder == null ? NativeMemory.holds(offset, size) : ObjectExtent.holds(holder, offset, size);
        if (!holds) {
            throw Tracer.refuse();
        }
    }

    private static void checkWritten(Object holder, long offset, long size) {
        boolean holds = holder == null
                ? NativeMemory.holds(offset, size)
                : ObjectExtent.holdsNumber(holder, offset, size) && !JvmObjects.has(holder);
        if (!holds) {
            throw Tracer.refuse();
        }
    }

    private static Class<?> checkReference(Object holder, long offset) {
        Class<?> referred = holder == null ? null : ObjectExtent.referred(holder, offset);
        if (referred == null) {
            throw Tracer.refuse();
        }
        return referred;
    }

    private static void checkReference(Object holder, long offset, Object value) {
        Class<?> referred = checkReference(holder, offset);
        if (value != null && !referred.isInstance(value) || JvmObjects.has(holder)) {
            throw Tracer.refuse();
        }
    }

    // Single values.

//for type,Type,size in byte,Byte,1 short,Short,2 char,Char,2 int,Int,4 long,Long,8 float,Float,4 double,Double,8
    public static $type get$Type(Unsafe unsafe, long address) {
        check(null, address, $size);
        return unsafe.get$Type(address);
    }

    public static void put$Type(Unsafe unsafe, long address, $type value) {
        checkWritten(null, address, $size);
        unsafe.put$Type(address, value);
    }

//end
//for type,Type,size in boolean,Boolean,1 byte,Byte,1 short,Short,2 char,Char,2 int,Int,4 float,Float,4 double,Double,8
    public static $type get$Type(Unsafe unsafe, Object holder, long offset) {
        check(holder, offset, $size);
        return unsafe.get$Type(holder, offset);
    }

//end
    /** Whoever reads where the memory of a buffer begins may use that memory. */
    public static long getLong(Unsafe unsafe, Object holder, long offset) {
        check(holder, offset, 8);
        long value = unsafe.getLong(holder, offset);
        NativeMemory.noteAddress(holder, value);
        return value;
    }

//for type,Type,size in boolean,Boolean,1 byte,Byte,1 short,Short,2 char,Char,2 int,Int,4 long,Long,8 float,Float,4 double,Double,8
    public static void put$Type(Unsafe unsafe, Object holder, long offset, $type value) {
        checkWritten(holder, offset, $size);
        unsafe.put$Type(holder, offset, value);
    }

    public static $type get$TypeVolatile(Unsafe unsafe, Object holder, long offset) {
        check(holder, offset, $size);
        return unsafe.get$TypeVolatile(holder, offset);
    }

    public static void put$TypeVolatile(Unsafe unsafe, Object holder, long offset, $type value) {
        checkWritten(holder, offset, $size);
        unsafe.put$TypeVolatile(holder, offset, value);
    }

//end
//for Access in Object ObjectVolatile
    public static Object get$Access(Unsafe unsafe, Object holder, long offset) {
        checkReference(holder, offset);
        return unsafe.get$Access(holder, offset);
    }

    public static void put$Access(Unsafe unsafe, Object holder, long offset, Object value) {
        checkReference(holder, offset, value);
        unsafe.put$Access(holder, offset, value);
    }

//end
    public static long getAddress(Unsafe unsafe, long address) {
        check(null, address, ADDRESS_SIZE);
        return unsafe.getAddress(address);
    }

    public static void putAddress(Unsafe unsafe, long address, long value) {
        checkWritten(null, address, ADDRESS_SIZE);
        unsafe.putAddress(address, value);
    }

    // Values that other threads see, in order or at once.

//for type,Type,size in int,Int,4 long,Long,8
    public static void putOrdered$Type(Unsafe unsafe, Object holder, long offset, $type value) {
        checkWritten(holder, offset, $size);
        unsafe.putOrdered$Type(holder, offset, value);
    }

    public static boolean compareAndSwap$Type(Unsafe unsafe, Object holder, long offset, $type expected, $type value) {
        checkWritten(holder, offset, $size);
        return unsafe.compareAndSwap$Type(holder, offset, expected, value);
    }

    public static $type getAndAdd$Type(Unsafe unsafe, Object holder, long offset, $type by) {
        checkWritten(holder, offset, $size);
        return unsafe.getAndAdd$Type(holder, offset, by);
    }

    public static $type getAndSet$Type(Unsafe unsafe, Object holder, long offset, $type value) {
        checkWritten(holder, offset, $size);
        return unsafe.getAndSet$Type(holder, offset, value);
    }

//end
    public static void putOrderedObject(Unsafe unsafe, Object holder, long offset, Object value) {
        checkReference(holder, offset, value);
        unsafe.putOrderedObject(holder, offset, value);
    }

    public static boolean compareAndSwapObject(Unsafe unsafe, Object holder, long offset, Object expected, Object value) {
        checkReference(holder, offset, value);
        return unsafe.compareAndSwapObject(holder, offset, expected, value);
    }

    public static Object getAndSetObject(Unsafe unsafe, Object holder, long offset, Object value) {
        checkReference(holder, offset, value);
        return unsafe.getAndSetObject(holder, offset, value);
    }

    // Whole ranges.

    public static void copyMemory(Unsafe unsafe, long from, long to, long bytes) {
        copyMemory(unsafe, null, from, null, to, bytes);
    }

    public static void copyMemory(
            Unsafe unsafe, Object from, long fromOffset, Object to, long toOffset, long bytes) {
        // The original has its own words for less than nothing.
        if (bytes > 0) {
            check(from, fromOffset, bytes);
            checkWritten(to, toOffset, bytes);
        }
        unsafe.copyMemory(from, fromOffset, to, toOffset, bytes);
    }

    public static void setMemory(Unsafe unsafe, long address, long bytes, byte value) {
        setMemory(unsafe, null, address, bytes, value);
    }

    public static void setMemory(Unsafe unsafe, Object holder, long offset, long bytes, byte value) {
        if (bytes > 0) {
            checkWritten(holder, offset, bytes);
        }
        unsafe.setMemory(holder, offset, bytes, value);
    }

    // Native memory.

    public static long allocateMemory(Unsafe unsafe, long bytes) {
        NativeMemory.reserve(bytes);
        return NativeMemory.noteAllocation(unsafe.allocateMemory(bytes), bytes);
    }

    public static long reallocateMemory(Unsafe unsafe, long address, long bytes) {
        NativeMemory.reserve(bytes);
        NativeMemory.forgetAllocation(address);
        return NativeMemory.noteAllocation(unsafe.reallocateMemory(address, bytes), bytes);
    }

    public static void freeMemory(Unsafe unsafe, long address) {
        NativeMemory.forgetAllocation(address);
        unsafe.freeMemory(address);
    }
}
