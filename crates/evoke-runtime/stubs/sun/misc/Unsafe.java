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

    public abstract Object getObject(Object holder, long offset);

    public abstract void putObject(Object holder, long offset, Object value);

    public abstract byte getByte(Object holder, long offset);

    public abstract void putByte(Object holder, long offset, byte value);

    public abstract short getShort(Object holder, long offset);

    public abstract void putShort(Object holder, long offset, short value);

    public abstract int getInt(Object holder, long offset);

    public abstract void putInt(Object holder, long offset, int value);

    public abstract long getLong(Object holder, long offset);

    public abstract void putLong(Object holder, long offset, long value);
}
