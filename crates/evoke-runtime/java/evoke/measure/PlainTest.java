package evoke.measure;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * A test of JUnit 5 that is no more than a method of a new object, perhaps with one before and one after it: it can be run without the
 * platform, which takes many times as long as most tests to find out again what there is to run. Whatever is annotated with anything
 * else is not plain, nor is a class that has a superclass or an interface, or is configured by a file.
 */
final class PlainTest {
    private static final String API = "org.junit.jupiter.api.";
    private static final String TEST = API + "Test";
    private static final String BEFORE = API + "BeforeEach";
    private static final String AFTER = API + "AfterEach";
    private static final Set<String> KINDS = new HashSet<String>(Arrays.asList(TEST, BEFORE, AFTER));
    /** Says no more than what a test is called. */
    private static final Set<String> NAMES =
            new HashSet<String>(Arrays.asList(API + "DisplayName", API + "Tag", API + "Tags", "java.lang.Deprecated"));

    private static final String CONFIGURATION = "junit-platform.properties";
    /** What an assumption throws that does not hold. */
    private static final String ABORTED = "org.opentest4j.TestAbortedException";

    private final Constructor<?> constructor;
    private final Method test;
    private Method before;
    private Method after;

    private PlainTest(Constructor<?> constructor, Method test) {
        this.constructor = constructor;
        this.test = test;
    }

    /** The test of this name, or null if it is not plain. */
    static PlainTest of(Class<?> type, String name) throws Exception {
        boolean isConfigured = type.getClassLoader().getResource(CONFIGURATION) != null;
        boolean isPlainClass = type.getSuperclass() == Object.class
                && type.getInterfaces().length == 0
                && !type.isMemberClass()
                && type.getDeclaredConstructors().length == 1
                && type.getDeclaredConstructors()[0].getParameterTypes().length == 0;
        if (isConfigured || !isPlainClass || !hasNamesOnly(type) || hasAnnotatedField(type)) {
            return null;
        }
        Method test = null;
        Method[] methods = type.getDeclaredMethods();
        for (Method method : methods) {
            boolean isIt = method.getName().equals(name) && kind(method).equals(TEST);
            test = isIt && test == null ? method : test;
            if (kind(method).isEmpty() && !hasNamesOnly(method)) {
                return null;
            }
        }
        if (test == null || test.getParameterTypes().length > 0 || Modifier.isStatic(test.getModifiers())) {
            return null;
        }
        PlainTest plain = new PlainTest(open(type.getDeclaredConstructors()[0]), open(test));
        return plain.hasFixture(methods) ? plain : null;
    }

    private boolean hasFixture(Method[] methods) {
        for (Method method : methods) {
            String kind = kind(method);
            boolean isFixture = kind.equals(BEFORE) || kind.equals(AFTER);
            boolean isTaken = kind.equals(BEFORE) ? before != null : after != null;
            if (isFixture && (isTaken || method.getParameterTypes().length > 0)) {
                return false;
            }
            if (kind.equals(BEFORE)) {
                before = open(method);
            } else if (kind.equals(AFTER)) {
                after = open(method);
            }
        }
        return true;
    }

    /** What the method is for JUnit, if it is that alone; else nothing. */
    private static String kind(Method method) {
        String kind = "";
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            String name = annotation.annotationType().getName();
            if (NAMES.contains(name)) {
                continue;
            }
            if (!KINDS.contains(name) || !kind.isEmpty()) {
                return "";
            }
            kind = name;
        }
        return kind;
    }

    private static boolean hasNamesOnly(AnnotatedElement element) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (!NAMES.contains(annotation.annotationType().getName())) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasAnnotatedField(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (field.getDeclaredAnnotations().length > 0) {
                return true;
            }
        }
        return false;
    }

    private static Constructor<?> open(Constructor<?> constructor) {
        constructor.setAccessible(true);
        return constructor;
    }

    private static Method open(Method method) {
        method.setAccessible(true);
        return method;
    }

    /** Runs it as JUnit does. What is to come after it comes, however it ends; what goes wrong first counts. */
    TestEnd run() {
        Throwable failure = null;
        try {
            Object object = constructor.newInstance();
            failure = before == null ? null : thrownBy(before, object);
            failure = failure == null ? thrownBy(test, object) : failure;
            Throwable later = after == null ? null : thrownBy(after, object);
            failure = failure == null ? later : failure;
        } catch (InvocationTargetException ofConstructor) {
            failure = ofConstructor.getCause();
        } catch (ReflectiveOperationException impossible) {
            failure = impossible;
        }
        if (failure == null) {
            return TestEnd.PASSED;
        }
        return failure.getClass().getName().equals(ABORTED) ? TestEnd.SKIPPED : TestEnd.failed(failure);
    }

    private static Throwable thrownBy(Method method, Object object) throws ReflectiveOperationException {
        try {
            method.invoke(object);
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }
}
