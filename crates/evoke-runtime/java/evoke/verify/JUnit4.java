package evoke.verify;

import java.util.List;

/** Runs tests with {@code JUnitCore}, one request a test. */
final class JUnit4 implements JUnit {
    private final Class<?> coreClass;
    private final Class<?> requestClass;

    JUnit4(ClassLoader loader) throws ClassNotFoundException {
        coreClass = loader.loadClass("org.junit.runner.JUnitCore");
        requestClass = loader.loadClass("org.junit.runner.Request");
    }

    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        for (String test : tests) {
            listener.started(test);
            listener.ended(test, run(suite, test));
        }
    }

    private Throwable run(Class<?> suite, String test) throws Exception {
        Object request = requestClass.getMethod("method", Class.class, String.class).invoke(null, suite, test);
        Object core = coreClass.getConstructor().newInstance();
        Object result = coreClass.getMethod("run", requestClass).invoke(core, request);
        List<?> failures = (List<?>) result.getClass().getMethod("getFailures").invoke(result);
        if (failures.isEmpty()) {
            return null;
        }
        Object failure = failures.get(0);
        return (Throwable) failure.getClass().getMethod("getException").invoke(failure);
    }
}
