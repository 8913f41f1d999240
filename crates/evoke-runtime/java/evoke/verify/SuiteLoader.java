package evoke.verify;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the suite, JUnit and the user's classes, so that every run starts from fresh static state. One loader for
 * all of them: members that are private to a package are only visible within one loader.
 */
final class SuiteLoader extends URLClassLoader {
    private SuiteLoader(URL[] entries, ClassLoader parent) {
        super(entries, parent);
    }

    static SuiteLoader open(String folder, String classPath, boolean assertions) throws MalformedURLException {
        List<URL> entries = new ArrayList<URL>();
        entries.add(new File(folder).toURI().toURL());
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                entries.add(new File(entry).toURI().toURL());
            }
        }
        // The parent of the system loader sees the whole JDK and nothing else, on Java 8 and later alike.
        ClassLoader jdk = ClassLoader.getSystemClassLoader().getParent();
        SuiteLoader loader = new SuiteLoader(entries.toArray(new URL[0]), jdk);
        loader.setDefaultAssertionStatus(assertions);
        return loader;
    }
}
