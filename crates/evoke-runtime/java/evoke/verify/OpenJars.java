package evoke.verify;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * Keeps the jars of a class path open. The JDK reads the table of contents of a jar once for all who have it open at a time, and JUnit looks
 * into every one for each suite.
 */
final class OpenJars {
    private final List<ZipFile> jars = new ArrayList<ZipFile>();

    void open(String classPath) {
        for (String entry : classPath.split(File.pathSeparator)) {
            try {
                if (new File(entry).isFile()) {
                    jars.add(new ZipFile(entry));
                }
            } catch (IOException unreadable) {
                // The loader of a suite passes over it, too.
            }
        }
    }
}
