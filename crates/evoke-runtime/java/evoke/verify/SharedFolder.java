package evoke.verify;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A folder that tests share with others: the one that they run in, where a test that leaves files, or deletes what is there, would do so
 * in the user's project, and that for temporary files, where it may leave files but not delete those of others. A test that does is
 * not to pass.
 */
final class SharedFolder {
    private final File folder;
    private final String name;
    private final boolean mayGrow;
    /** A file in a folder, which nothing has a reason to delete. */
    private final File canary;

    private final Set<String> names;

    private SharedFolder(File folder, String name, boolean mayGrow) throws IOException {
        this.folder = folder;
        this.name = name;
        this.mayGrow = mayGrow;
        this.canary = new File(new File(folder, "kept"), "file");
        putCanary();
        this.names = names();
    }

    /** The working folder, as it is now. */
    static SharedFolder working() throws IOException {
        return new SharedFolder(new File("").getAbsoluteFile(), "working folder", false);
    }

    /** The folder for temporary files. */
    static SharedFolder temporary() throws IOException {
        return new SharedFolder(new File(System.getProperty("java.io.tmpdir")), "folder for temporary files", true);
    }

    /** What was done to it since it was last asked, which is undone; null if nothing. */
    String change() throws IOException {
        if (!canary.isFile()) {
            String deleted = folder.isDirectory() ? "files in the " : "the ";
            putCanary();
            return "deletes " + deleted + name;
        }
        if (mayGrow) {
            return null;
        }
        for (String file : names()) {
            if (!names.contains(file)) {
                delete(new File(folder, file));
                return "leaves `" + file + "` in the " + name;
            }
        }
        return null;
    }

    private void putCanary() throws IOException {
        if (!folder.isDirectory()) {
            folder.delete();
        }
        canary.getParentFile().mkdirs();
        // Not empty, so that no test takes the folder for one that holds nothing.
        FileOutputStream out = new FileOutputStream(canary);
        try {
            out.write(1);
        } finally {
            out.close();
        }
    }

    private Set<String> names() {
        String[] listed = folder.list();
        return listed == null ? Collections.<String>emptySet() : new HashSet<String>(Arrays.asList(listed));
    }

    private static void delete(File file) {
        File[] children = file.listFiles();
        for (File child : children == null ? new File[0] : children) {
            delete(child);
        }
        file.delete();
    }
}
