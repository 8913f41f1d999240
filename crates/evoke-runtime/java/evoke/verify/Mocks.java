package evoke.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Mockito, as far as suites use it: it is reached by reflection, as Evoke is not compiled against it. */
final class Mocks {
    private static final String MOCKITO = "org.mockito.Mockito";

    private Mocks() {}

    /** Has Mockito make a mock if the suite will, before any test is timed: it takes a second to start. */
    static void prepare(Class<?> suite) throws IOException {
        if (!mentions(suite, MOCKITO.replace('.', '/'))) {
            return;
        }
        try {
            suite.getClassLoader().loadClass(MOCKITO).getMethod("mock", Class.class).invoke(null, Runnable.class);
        } catch (ReflectiveOperationException | LinkageError broken) {
            // The tests that have mocks will tell.
        }
    }

    /** Whether the text stands in the class file. */
    private static boolean mentions(Class<?> type, String text) throws IOException {
        String name = type.getName();
        try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            byte[] part = new byte[8192];
            for (int length = file == null ? -1 : file.read(part); length >= 0; length = file.read(part)) {
                content.write(part, 0, length);
            }
            return new String(content.toByteArray(), StandardCharsets.ISO_8859_1).contains(text);
        }
    }
}
