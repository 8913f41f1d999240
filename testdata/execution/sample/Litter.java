package sample;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Leaves files where other programs keep theirs, and looks at files. */
public final class Litter {
    private Litter() {}

    /** Under this name. */
    public static boolean leave(String name) throws IOException {
        return new File(System.getProperty("java.io.tmpdir"), name).createNewFile();
    }

    /** Under a name that nothing else has. */
    public static boolean leaveUnderDrawnName() throws IOException {
        return File.createTempFile("litter", ".txt").isFile();
    }

    /** Which of two files was changed first. */
    public static int order(Path one, Path other) throws IOException {
        return Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other));
    }

    /** How many files and folders are there. */
    public static int count() {
        return new File(System.getProperty("java.io.tmpdir")).list().length;
    }
}
