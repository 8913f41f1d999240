package formats;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Chunks of a tag, a length and as many bytes. */
public class Chunks {
    private int texts;
    private int ends;

    public int read(InputStream in) throws IOException {
        int tag;
        while ((tag = in.read()) >= 0) {
            int length = in.read();
            if (length < 0) {
                throw new EOFException("length");
            }
            switch (tag) {
                case 'T':
                    texts += length;
                    break;
                case 0xF7:
                    ends++;
                    if (texts > 20) {
                        return texts;
                    }
                    break;
                default:
                    throw new IOException("tag " + tag);
            }
            for (int i = 0; i < length; i++) {
                if (in.read() < 0) {
                    throw new EOFException("chunk");
                }
            }
        }
        return ends;
    }
}
