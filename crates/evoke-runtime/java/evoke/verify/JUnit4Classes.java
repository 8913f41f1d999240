package evoke.verify;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Tells which classes JUnit 4 has tests in. */
public final class JUnit4Classes {
    private final Class<? extends Annotation> test;
    private final Class<? extends Annotation> runWith;
    private final Class<? extends Annotation> ignore;

    public JUnit4Classes(ClassLoader loader) throws ClassNotFoundException {
        test = loader.loadClass("org.junit.Test").asSubclass(Annotation.class);
        runWith = loader.loadClass("org.junit.runner.RunWith").asSubclass(Annotation.class);
        ignore = loader.loadClass("org.junit.Ignore").asSubclass(Annotation.class);
    }

    /** Whether the class has tests that are not all to be left out. */
    public boolean hasTests(Class<?> suite) {
        if (Modifier.isAbstract(suite.getModifiers()) || suite.isAnnotationPresent(ignore)) {
            return false;
        }
        for (Method method : suite.getMethods()) {
            if (method.isAnnotationPresent(test)) {
                return true;
            }
        }
        return suite.isAnnotationPresent(runWith);
    }
}
