package evoke.verify;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Loads the suite and the user's classes, so that every run starts from fresh static state. One loader for all of them: members that
 * are private to a package are only visible within one loader.
 */
final class SuiteLoader extends URLClassLoader {
    /** In the order in which they were loaded. */
    private final Set<String> ownClasses = Collections.synchronizedSet(new LinkedHashSet<String>());

    private SuiteLoader(URL[] entries, ClassLoader parent) {
        super(entries, parent);
    }

    /** The folder comes first; what the parent has is the same for all runs. */
    static SuiteLoader open(String folder, String classPath, ClassLoader parent, boolean assertions)
            throws MalformedURLException {
        SuiteLoader loader = new SuiteLoader(entries(folder + File.pathSeparator + classPath), parent);
        loader.setDefaultAssertionStatus(assertions);
        return loader;
    }

    /** The name of an application's loader, which loads suites in builds (from Java 9 on; where tests are observed the loader has none). */
    public String getName() {
        return "app";
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Class<?> found = super.findClass(name);
        ownClasses.add(name);
        return found;
    }

    /** The names of the classes that it has loaded itself. */
    List<String> ownClasses() {
        return new ArrayList<String>(ownClasses);
    }

    /** The parent of the system loader, which sees the whole JDK and nothing else, on Java 8 and later alike. */
    static ClassLoader jdk() {
        return ClassLoader.getSystemClassLoader().getParent();
    }

    /** A class path as loaders take it. */
    static URL[] entries(String classPath) throws MalformedURLException {
        List<URL> entries = new ArrayList<URL>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                entries.add(new File(entry).toURI().toURL());
            }
        }
        return entries.toArray(new URL[0]);
    }
}
