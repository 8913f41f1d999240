package evoke.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a file in the folder of the test is like when the test has ended. In the emitted test stands what these methods do. Of
 * files elsewhere, and where the answer is none that an assertion may speak of, they throw.
 */
public final class FileQuestions {
    /** Longer texts are not asserted. */
    private static final int MAX_BYTES = 4096;
    /** Names have no order. */
    private static final int MAX_NAMES = 1;

    private FileQuestions() {}

    /** The text in a file. */
    public static String readString(Path path) throws IOException {
        return text(own(path));
    }

    /** As above. */
    public static String readString(File file) throws IOException {
        return text(own(file));
    }

    /** What a folder holds. */
    public static String[] list(Path path) {
        return names(own(path));
    }

    /** As above. */
    public static String[] list(File file) {
        return names(own(file));
    }

    /** Whether there is such a file, where no other question shows more. */
    public static boolean exists(Path path) {
        return isThere(own(path));
    }

    /** As above. */
    public static boolean exists(File file) {
        return isThere(own(file));
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            throw noAnswer();
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    private static String[] names(Path folder) {
        String[] names = folder.toFile().list();
        if (names == null || names.length > MAX_NAMES) {
            throw noAnswer();
        }
        return names;
    }

    private static boolean isThere(Path file) {
        boolean isThere = Files.exists(file);
        if (isThere && showsMore(file)) {
            throw noAnswer();
        }
        return isThere;
    }

    private static boolean showsMore(Path file) {
        try {
            Object shown = Files.isDirectory(file) ? names(file) : text(file);
            return shown != null;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The same, if it is in the folder of the test. Code under test has classes of its own that call themselves paths. */
    private static Path own(Path path) {
        boolean isPlain = path.getClass() == TestFolder.path().getClass();
        if (!isPlain || !TestFolder.holds(path.toAbsolutePath().normalize().toString())) {
            throw noAnswer();
        }
        return path;
    }

    private static Path own(File file) {
        if (file.getClass() != File.class) {
            throw noAnswer();
        }
        return own(file.toPath());
    }

    private static IllegalArgumentException noAnswer() {
        return new IllegalArgumentException();
    }
}
