package evoke.verify;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * The folder that tests run in. A test that leaves files in it, or deletes what is there, would do so in the user's project:
 * it is not to pass. Files for temporary use go elsewhere.
 */
final class WorkingFolder {
    private final File folder;
    /** A file in a folder, which nothing has a reason to delete. */
    private final File canary;
    /** Where files for temporary use go, which others use too. */
    private final File temporary = new File(System.getProperty("java.io.tmpdir"));

    private final Set<String> names;

    private WorkingFolder(File folder) throws IOException {
        this.folder = folder;
        this.canary = new File(new File(folder, "kept"), "file");
        putCanary();
        this.names = names();
    }

    /** The current one, as it is now. */
    static WorkingFolder current() throws IOException {
        return new WorkingFolder(new File("").getAbsoluteFile());
    }

    /** What was done to it since it was last asked, which is undone; null if nothing. */
    String change() throws IOException {
        if (!canary.isFile()) {
            putCanary();
            return "deletes files in the working folder";
        }
        if (!temporary.isDirectory()) {
            temporary.delete();
            temporary.mkdirs();
            return "deletes the folder for temporary files";
        }
        for (String name : names()) {
            if (!names.contains(name)) {
                delete(new File(folder, name));
                return "leaves `" + name + "` in the working folder";
            }
        }
        return null;
    }

    private void putCanary() throws IOException {
        canary.getParentFile().mkdirs();
        canary.createNewFile();
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
