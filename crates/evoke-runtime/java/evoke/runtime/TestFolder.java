package evoke.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * The temporary folder that each test has for itself. Tests call these methods while they are searched for; in the emitted
 * test stands what they do, on the folder that JUnit gives it. Names are plain names of files.
 */
public final class TestFolder {
    private static Path folder;

    private TestFolder() {}

    static void open(String path) {
        folder = Paths.get(path);
    }

    /** The folder. */
    public static Path path() {
        return folder;
    }

    /** Whether it is the path of this folder or of something in it. */
    static boolean holds(String path) {
        return folder != null && isIn(path, folder.toString());
    }

    /** Whether it is the path of the folder or of something in it. */
    static boolean isIn(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + File.separator);
    }

    /** What has the name, whether it exists or not. */
    public static Path resolve(String name) {
        return folder.resolve(name);
    }

    /** A file with a text. */
    public static Path textFile(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    /** A file. */
    public static Path binaryFile(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    /** A folder, which may exist. */
    public static Path makeFolder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    /** A folder, which may exist, with a file in it. */
    public static Path folderWithFile(String name, String file, String text) throws IOException {
        Path made = Files.createDirectories(folder.resolve(name));
        return Files.write(made.resolve(file), text.getBytes(StandardCharsets.UTF_8)).getParent();
    }
}
