package evoke.runtime;

import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import java.util.Map;
import java.util.TreeMap;

/** The native memory that code under test has asked for: what it allocated, and the memory of direct buffers whose address it read. */
final class NativeMemory {
    /** Together, in bytes. As much as direct buffers may have. */
    private static final long MOST = 64 << 20;
    /** With so many regions those are looked for that are gone with their buffers. */
    private static final int MANY = 1024;

    /** By their addresses. */
    private static final TreeMap<Long, Region> REGIONS = new TreeMap<Long, Region>();
    private static long allocated;

    private NativeMemory() {}

    private static final class Region {
        final long size;
        /** Whose memory this is; {@code null} of what was allocated. */
        final WeakReference<Buffer> buffer;

        Region(long size, Buffer buffer) {
            this.size = size;
            this.buffer = buffer == null ? null : new WeakReference<Buffer>(buffer);
        }

        boolean isThere() {
            return buffer == null || buffer.get() != null;
        }
    }

    static synchronized boolean holds(long address, long size) {
        // A slice begins within the buffer that it is of.
        for (Map.Entry<Long, Region> entry : REGIONS.headMap(address, true).descendingMap().entrySet()) {
            long offset = address - entry.getKey();
            Region region = entry.getValue();
            if (offset <= region.size - size && region.isThere()) {
                return true;
            }
        }
        return false;
    }

    /** A number was read from this object: its address if it is a direct buffer, which has no other of this size. */
    static void noteAddress(Object holder, long value) {
        if (holder instanceof Buffer && ((Buffer) holder).isDirect()) {
            Buffer buffer = (Buffer) holder;
            add(value, new Region((long) buffer.capacity() * elementSize(buffer), buffer));
        }
    }

    private static int elementSize(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 1;
        }
        if (buffer instanceof ShortBuffer || buffer instanceof CharBuffer) {
            return 2;
        }
        return buffer instanceof IntBuffer || buffer instanceof FloatBuffer ? 4 : 8;
    }

    private static synchronized void add(long address, Region region) {
        Region known = REGIONS.get(address);
        if (known != null && known.size >= region.size && known.isThere()) {
            return;
        }
        if (REGIONS.size() >= MANY) {
            REGIONS.values().removeIf(it -> !it.isThere());
        }
        REGIONS.put(address, region);
    }

    /** So much is about to be allocated. */
    static synchronized void reserve(long bytes) {
        if (bytes > MOST - allocated) {
            throw new AllocationRefused();
        }
    }

    /** Gives the address. */
    static synchronized long noteAllocation(long address, long bytes) {
        if (address != 0) {
            allocated += bytes;
            REGIONS.put(address, new Region(bytes, null));
        }
        return address;
    }

    /** What was allocated at this address is given back; ends the run if nothing was. */
    static synchronized void forgetAllocation(long address) {
        if (address == 0) {
            return;
        }
        Region region = REGIONS.get(address);
        if (region == null || region.buffer != null) {
            throw Tracer.refuse();
        }
        REGIONS.remove(address);
        allocated -= region.size;
    }
}
