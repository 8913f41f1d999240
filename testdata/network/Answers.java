package network;

import java.io.IOException;
import java.io.InputStream;

/** What a server says. */
final class Answers {
    private Answers() {}

    static boolean isGreeting(String line) {
        return line.startsWith("* PREAUTH ");
    }

    /** A line without its end, which is that of network protocols. */
    static String next(InputStream input) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = input.read(); read >= 0; read = input.read()) {
            if (read == '\r' && input.read() == '\n') {
                return line.toString();
            }
            line.append((char) read);
        }
        throw new IOException("no line");
    }
}
