package files;

import java.nio.file.Paths;

/** How deep a file is, which depends on where the program runs. */
public final class Depth {
    private Depth() {}

    public static int of(String name) {
        return Paths.get("at", name).toAbsolutePath().getNameCount();
    }

    public static boolean isDeep(int depth) {
        return depth > 5;
    }
}
