package evoke.runtime;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the user's classes from bytes that Rust provides, so that they arrive instrumented. Resources come from the
 * class path itself. Classes of the JDK come from the parent as in any application.
 */
public final class ClassUnderTestLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final byte[] INITIALIZER = {'<', 'c', 'l', 'i', 'n', 'i', 't', '>'};

    /** Names the Rust object that is asked for bytes. */
    private final long provider;

    private ClassUnderTestLoader(URL[] resources, long provider) {
        super(resources, ClassLoader.getSystemClassLoader());
        this.provider = provider;
    }

    /**
     * Opens a loader and makes it the context loader of the calling thread. Assertions of the user's classes are checked or not, as
     * with {@code -ea}.
     */
    static ClassUnderTestLoader open(String[] classPath, long provider, boolean assertions) throws MalformedURLException {
        URL[] resources = new URL[classPath.length];
        for (int i = 0; i < classPath.length; i++) {
            resources[i] = new File(classPath[i]).toURI().toURL();
        }
        ClassUnderTestLoader loader = new ClassUnderTestLoader(resources, provider);
        loader.setDefaultAssertionStatus(assertions);
        Assertions.off = !assertions;
        Thread.currentThread().setContextClassLoader(loader);
        StaticState.forget();
        return loader;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("evoke.runtime.")) {
            return Class.forName(name, false, null);
        }
        ManagedBeans.loading(name);
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = bytes(provider, name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        definePackageOf(name);
        Class<?> defined = defineClass(name, bytes, 0, bytes.length);
        if (!defined.isInterface() && !mayHaveInitializer(bytes)) {
            StaticState.loaded(defined);
        }
        return defined;
    }

    /** Whether the class file has the constant that names initialisers. */
    private static boolean mayHaveInitializer(byte[] bytes) {
        int matched = 0;
        for (byte octet : bytes) {
            matched = octet == INITIALIZER[matched] ? matched + 1 : octet == INITIALIZER[0] ? 1 : 0;
            if (matched == INITIALIZER.length) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("deprecation") // getDefinedPackage is newer than Java 8.
    private void definePackageOf(String name) {
        int end = name.lastIndexOf('.');
        if (end < 0 || getPackage(name.substring(0, end)) != null) {
            return;
        }
        try {
            definePackage(name.substring(0, end), null, null, null, null, null, null, null);
        } catch (IllegalArgumentException definedByAnotherThread) {
            // It is there, which is all that was wanted.
        }
    }

    static native byte[] bytes(long provider, String name);
}
