package sun.misc;

import java.lang.reflect.Field;

/**
 * What {@code evoke.runtime} uses of the JDK's own class of this name, for a compiler that is told to compile for Java 8 and
 * hides it. It is not embedded.
 */
public abstract class Unsafe {
    public abstract long objectFieldOffset(Field field);

    public abstract Object staticFieldBase(Field field);

    public abstract long staticFieldOffset(Field field);

    public abstract int arrayBaseOffset(Class<?> type);

    public abstract int arrayIndexScale(Class<?> type);

//for type,Type in byte,Byte short,Short char,Char int,Int long,Long float,Float double,Double
    public abstract $type get$Type(long address);

    public abstract void put$Type(long address, $type value);

//end
//for type,Access in boolean,Boolean byte,Byte short,Short char,Char int,Int long,Long float,Float double,Double Object,Object
    public abstract $type get$Access(Object holder, long offset);

    public abstract void put$Access(Object holder, long offset, $type value);

    public abstract $type get$AccessVolatile(Object holder, long offset);

    public abstract void put$AccessVolatile(Object holder, long offset, $type value);

//end
//for type,Type in int,Int long,Long Object,Object
    public abstract void putOrdered$Type(Object holder, long offset, $type value);

    public abstract boolean compareAndSwap$Type(Object holder, long offset, $type expected, $type value);

    public abstract $type getAndSet$Type(Object holder, long offset, $type value);

//end
//for type,Type in int,Int long,Long
    public abstract $type getAndAdd$Type(Object holder, long offset, $type by);

//end
    public abstract long getAddress(long address);

    public abstract void putAddress(long address, long value);

    public abstract void copyMemory(Object from, long fromOffset, Object to, long toOffset, long bytes);

    public abstract void setMemory(Object holder, long offset, long bytes, byte value);

    public abstract long allocateMemory(long bytes);

    public abstract long reallocateMemory(long address, long bytes);

    public abstract void freeMemory(long address);
}
