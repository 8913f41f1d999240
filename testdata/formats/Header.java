package formats;

import java.nio.ByteBuffer;

/** A header of fixed layout: magic number, version, and fields far behind them. */
public class Header {
    private final int version;
    private final boolean compressed;

    private Header(int version, boolean compressed) {
        this.version = version;
        this.compressed = compressed;
    }

    public static Header parse(byte[] bytes) {
        if (ByteBuffer.wrap(bytes).getInt() != 0x8950AC4E) {
            return null;
        }
        int version = bytes[4] & 0xFF;
        if (version > 3) {
            throw new IllegalArgumentException("version " + version);
        }
        boolean compressed = bytes[300] == 0;
        return new Header(version, compressed);
    }

    public boolean isCompressed() {
        return compressed && version != 2;
    }
}
