package evoke.verify;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls test methods without a framework, so that their order is ours; generated tests have no fixtures. */
final class PlainCalls implements JUnit {
    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        Constructor<?> constructor = suite.getDeclaredConstructor();
        constructor.setAccessible(true);
        for (String test : tests) {
            Method method = suite.getDeclaredMethod(test);
            method.setAccessible(true);
            listener.started(test);
            listener.ended(test, call(constructor, method));
        }
    }

    private static Throwable call(Constructor<?> constructor, Method test) throws Exception {
        try {
            test.invoke(constructor.newInstance());
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }
}
