package evoke.runtime;

import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * In place of the methods of {@link File} and {@link Files} that tell what is in a folder. The folder for temporary files and those around it
 * are kept from being looked into: other programs make and delete files there while a test runs, and what can be reached from the root of a file
 * system is all that the machine has.
 */
public final class FolderListings {
    private static final Path TEMPORARY = Paths.get(System.getProperty("java.io.tmpdir")).toAbsolutePath();

    private FolderListings() {}

    public static String[] list(File folder) {
        look(folder);
        return folder.list();
    }

    public static String[] list(File folder, FilenameFilter filter) {
        look(folder);
        return folder.list(filter);
    }

    public static File[] listFiles(File folder) {
        look(folder);
        return folder.listFiles();
    }

    public static File[] listFiles(File folder, FilenameFilter filter) {
        look(folder);
        return folder.listFiles(filter);
    }

    public static File[] listFiles(File folder, FileFilter filter) {
        look(folder);
        return folder.listFiles(filter);
    }

    public static Stream<Path> list(Path folder) throws IOException {
        look(folder);
        return Files.list(folder);
    }

    public static DirectoryStream<Path> newDirectoryStream(Path folder) throws IOException {
        look(folder);
        return Files.newDirectoryStream(folder);
    }

    public static DirectoryStream<Path> newDirectoryStream(Path folder, String names) throws IOException {
        look(folder);
        return Files.newDirectoryStream(folder, names);
    }

    public static DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
        look(folder);
        return Files.newDirectoryStream(folder, filter);
    }

    public static Stream<Path> walk(Path folder, FileVisitOption... options) throws IOException {
        look(folder);
        return Files.walk(folder, options);
    }

    public static Stream<Path> walk(Path folder, int depth, FileVisitOption... options) throws IOException {
        look(folder);
        return Files.walk(folder, depth, options);
    }

    public static Stream<Path> find(Path folder, int depth, BiPredicate<Path, BasicFileAttributes> filter, FileVisitOption... options)
            throws IOException {
        look(folder);
        return Files.find(folder, depth, filter, options);
    }

    public static Path walkFileTree(Path folder, FileVisitor<? super Path> visitor) throws IOException {
        look(folder);
        return Files.walkFileTree(folder, visitor);
    }

    public static Path walkFileTree(Path folder, Set<FileVisitOption> options, int depth, FileVisitor<? super Path> visitor)
            throws IOException {
        look(folder);
        return Files.walkFileTree(folder, options, depth, visitor);
    }

    private static void look(File folder) {
        if (folder.getClass() == File.class && folder.getPath().indexOf('\0') < 0) {
            look(folder.toPath());
        }
    }

    /** Code under test has classes of its own that call themselves paths; they are not asked anything. */
    private static void look(Path folder) {
        if (folder == null || folder.getClass() != TEMPORARY.getClass()) {
            return;
        }
        Path whole = folder.toAbsolutePath().normalize();
        if (whole.getParent() == null || TEMPORARY.startsWith(whole)) {
            throw Tracer.refuse();
        }
    }
}
