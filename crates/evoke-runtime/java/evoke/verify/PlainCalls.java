package evoke.verify;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls test methods without a framework, so that their order is ours, with the fixtures that generated tests have. */
final class PlainCalls implements JUnit {
    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        Constructor<?> constructor = suite.getDeclaredConstructor();
        constructor.setAccessible(true);
        for (String test : tests) {
            Method method = suite.getDeclaredMethod(test);
            method.setAccessible(true);
            listener.started(test);
            listener.ended(test, call(constructor.newInstance(), method));
        }
    }

    /** Whether a test gave itself up because assertions are not checked here. */
    private static boolean isAssumption(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            String name = type.getName();
            if (name.equals("org.opentest4j.TestAbortedException")
                    || name.equals("org.junit.internal.AssumptionViolatedException")) {
                return true;
            }
        }
        return false;
    }

    private static Throwable call(Object instance, Method test) throws Exception {
        Fixtures fixtures = new Fixtures(instance);
        fixtures.setUp();
        try {
            test.invoke(instance);
            return null;
        } catch (InvocationTargetException thrown) {
            return isAssumption(thrown.getCause()) ? null : thrown.getCause();
        } finally {
            fixtures.tearDown();
        }
    }
}
