package evoke.runtime;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Cuts the class under test off from the streams of the process that it shares with Evoke. */
final class ProcessSetup {
    private ProcessSetup() {}

    static void apply(String classPath) {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(new Discard()));
        System.setErr(new PrintStream(new Discard()));
        System.setProperty("java.class.path", classPath);
    }

    private static final class Discard extends OutputStream {
        @Override
        public void write(int octet) {}

        @Override
        public void write(byte[] octets, int from, int length) {}
    }
}
