package evoke.verify;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Loads JUnit once for all suites, which otherwise would spend most of their time on that: from where the class path has it first, as in a
 * build. It loads nothing else, and gives no resources: what the user's files say about JUnit is found by the loader of a suite.
 */
final class JUnitLoader extends URLClassLoader {
    private static final String[] PACKAGES = {
        "org.junit.", "junit.", "org.hamcrest.", "org.opentest4j.", "org.apiguardian."
    };

    private JUnitLoader(URL[] entries, ClassLoader parent) {
        super(entries, parent);
    }

    /**
     * The parent of the loaders of suites, on this class path. Where a folder of classes has some in JUnit's packages, somebody builds or
     * extends JUnit: its classes are the suite's own then, and the parent sees the JDK alone.
     */
    static ClassLoader parentOfSuites(String classPath) throws MalformedURLException {
        for (String entry : classPath.split(File.pathSeparator)) {
            for (String prefix : PACKAGES) {
                if (new File(entry, prefix.replace('.', '/')).isDirectory()) {
                    return SuiteLoader.jdk();
                }
            }
        }
        JUnitLoader loader = new JUnitLoader(SuiteLoader.entries(classPath), SuiteLoader.jdk());
        // As build tools run it.
        loader.setDefaultAssertionStatus(true);
        return loader;
    }

    /** Whether a class of this name is taken for one of JUnit's own. */
    static boolean isOfJUnit(String name) {
        for (String prefix : PACKAGES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!isOfJUnit(name)) {
            throw new ClassNotFoundException(name);
        }
        return super.findClass(name);
    }

    @Override
    public URL findResource(String name) {
        return null;
    }

    @Override
    public Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
