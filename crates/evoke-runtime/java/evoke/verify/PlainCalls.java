package evoke.verify;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;

/** Calls test methods without a framework, so that their order is ours, with the fixtures that generated tests have. */
final class PlainCalls implements JUnit {
    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        Constructor<?> constructor = suite.getDeclaredConstructor();
        constructor.setAccessible(true);
        Map<String, Method> methods = Rows.methods(suite);
        for (String test : tests) {
            Method method = methods.get(Rows.method(test));
            method.setAccessible(true);
            Object[] arguments = Rows.arguments(suite, method, test);
            listener.started(test);
            listener.ended(test, call(constructor.newInstance(), method, arguments));
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

    private static Throwable call(Object instance, Method test, Object[] arguments) throws Exception {
        Fixtures fixtures = new Fixtures(instance);
        fixtures.setUp();
        try {
            test.invoke(instance, arguments);
            return null;
        } catch (InvocationTargetException thrown) {
            return isAssumption(thrown.getCause()) ? null : thrown.getCause();
        } finally {
            fixtures.tearDown();
        }
    }
}
