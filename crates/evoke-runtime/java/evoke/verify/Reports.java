package evoke.verify;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Lines for the process that started this one, told by a secret prefix from what tests may print. */
public final class Reports {
    /** Causes may go round in circles. */
    private static final int MAX_CAUSES = 20;

    private final PrintStream out;
    private final String prefix;

    private Reports(PrintStream out, String prefix) {
        this.out = out;
        this.prefix = prefix;
    }

    /** Takes the standard streams for itself: tests read nothing and write to nowhere. */
    public static Reports takeOver(String prefix) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        silenceStreams();
        return new Reports(out, prefix);
    }

    /** Lets tests read nothing and write to nowhere. What one of them closes cannot be read any more, as is so with the standard input. */
    static void silenceStreams() {
        System.setIn(new BufferedInputStream(new ByteArrayInputStream(new byte[0])));
        System.setOut(silence());
        System.setErr(silence());
    }

    private static PrintStream silence() {
        return new PrintStream(new OutputStream() {
            @Override
            public void write(int octet) {
                // Dropped.
            }

            @Override
            public void write(byte[] octets, int offset, int length) {
                // Dropped.
            }
        });
    }

    /** Writes one report; fields may hold anything. */
    public void report(String... fields) {
        StringBuilder line = new StringBuilder("\n").append(prefix);
        for (String field : fields) {
            line.append('\t').append(oneLine(field));
        }
        // No `println`, whose line ends are another matter while tests run.
        out.print(line.append('\n'));
    }

    private static String oneLine(String text) {
        String shortened = text.length() > 500 ? text.substring(0, 500) + "…" : text;
        return shortened.replaceAll("[\\p{Cntrl}]+", " ");
    }

    /** A failure and what was behind it in the end. */
    public static String describeWithCause(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; depth < MAX_CAUSES && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        return root == failure ? describe(failure) : describe(root) + " (" + describe(failure) + ")";
    }

    /** A failure as text, also where it cannot say what it is. */
    public static String describe(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable broken) {
            return failure.getClass().getName();
        }
    }
}
