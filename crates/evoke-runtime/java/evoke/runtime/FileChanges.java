package evoke.runtime;

import java.io.File;
import java.io.IOException;

/**
 * In place of the methods of {@link File} that change files and tell by {@code false}, not by an exception, that they could not. Where
 * the sandbox keeps them from it the run is over: elsewhere the same call would change the user's files.
 */
public final class FileChanges {
    private static final String TEMPORARY = new File(System.getProperty("java.io.tmpdir")).getAbsolutePath();
    private static final String[] ALLOWED = {new File(System.getProperty("user.dir")).getAbsolutePath(), TEMPORARY};

    private FileChanges() {}

    public static boolean mkdir(File file) {
        return file.mkdir() || isKnownToFail(file, file.exists());
    }

    public static boolean mkdirs(File file) {
        return file.mkdirs() || isKnownToFail(file, file.exists());
    }

    public static boolean createNewFile(File file) throws IOException {
        return file.createNewFile() || isKnownToFail(file, file.exists());
    }

    public static boolean delete(File file) {
        return file.delete() || isKnownToFail(file, !file.exists());
    }

    /** Nothing is deleted before the JVM ends, when nobody sees it any more: neither a file of the user's nor the folder for temporary ones may be. */
    public static void deleteOnExit(File file) {
        String path = file.getAbsolutePath();
        boolean isTemporary = TestFolder.isIn(path, TEMPORARY) && !path.equals(TEMPORARY);
        if (path.indexOf('\0') < 0 && !isTemporary && !TestFolder.holds(path)) {
            Tracer.endAfterRefusal();
        }
        file.deleteOnExit();
    }

    public static boolean renameTo(File file, File other) {
        return file.renameTo(other) || isKnownToFail(file, !file.exists());
    }

    public static boolean setLastModified(File file, long time) {
        return file.setLastModified(time) || isKnownToFail(file, !file.exists());
    }

    public static boolean setReadOnly(File file) {
        return file.setReadOnly() || isKnownToFail(file, !file.exists());
    }

    public static boolean setReadable(File file, boolean value) {
        return file.setReadable(value) || isKnownToFail(file, !file.exists());
    }

    public static boolean setWritable(File file, boolean value) {
        return file.setWritable(value) || isKnownToFail(file, !file.exists());
    }

    public static boolean setExecutable(File file, boolean value) {
        return file.setExecutable(value) || isKnownToFail(file, !file.exists());
    }

    /** Gives {@code false} where it fails everywhere, or for a file that tests may change; else ends the run. */
    private static boolean isKnownToFail(File file, boolean failsEverywhere) {
        boolean hasNoPath = file.getPath().indexOf('\0') >= 0;
        if (!failsEverywhere && !hasNoPath && !isAllowed(file.getAbsolutePath())) {
            Tracer.endAfterRefusal();
        }
        return false;
    }

    private static boolean isAllowed(String path) {
        for (String folder : ALLOWED) {
            if (TestFolder.isIn(path, folder)) {
                return true;
            }
        }
        return TestFolder.holds(path);
    }
}
