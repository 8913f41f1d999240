package evoke.verify;

import java.lang.reflect.Array;
import java.util.List;

/** Runs tests with the JUnit Platform's launcher, one request a test, so that the order is ours. */
final class JUnit5 implements JUnit {
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private final Object launcher;
    private final Class<?> launcherClass;
    private final Class<?> requestClass;
    private final Class<?> builderClass;
    private final Class<?> selectorClass;
    private final Class<?> selectorsClass;
    private final Class<?> listenerClass;
    private final Class<?> summaryListenerClass;

    JUnit5(ClassLoader loader) throws Exception {
        launcherClass = loader.loadClass(LAUNCHER + "Launcher");
        requestClass = loader.loadClass(LAUNCHER + "LauncherDiscoveryRequest");
        builderClass = loader.loadClass(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        selectorClass = loader.loadClass("org.junit.platform.engine.DiscoverySelector");
        selectorsClass = loader.loadClass("org.junit.platform.engine.discovery.DiscoverySelectors");
        listenerClass = loader.loadClass(LAUNCHER + "TestExecutionListener");
        summaryListenerClass = loader.loadClass(LAUNCHER + "listeners.SummaryGeneratingListener");
        launcher = loader.loadClass(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
    }

    @Override
    public Throwable run(Class<?> suite, String test) throws Exception {
        Object listener = summaryListenerClass.getConstructor().newInstance();
        Object listeners = Array.newInstance(listenerClass, 1);
        Array.set(listeners, 0, listener);
        launcherClass.getMethod("execute", requestClass, listeners.getClass())
                .invoke(launcher, request(suite, test), listeners);
        Object summary = summaryListenerClass.getMethod("getSummary").invoke(listener);
        Class<?> summaryClass = summaryListenerClass.getMethod("getSummary").getReturnType();
        List<?> failures = (List<?>) summaryClass.getMethod("getFailures").invoke(summary);
        if (!failures.isEmpty()) {
            Class<?> failureClass = summaryListenerClass.getClassLoader()
                    .loadClass(LAUNCHER + "listeners.TestExecutionSummary$Failure");
            return (Throwable) failureClass.getMethod("getException").invoke(failures.get(0));
        }
        Object succeeded = summaryClass.getMethod("getTestsSucceededCount").invoke(summary);
        return Long.valueOf(1).equals(succeeded) ? null : new IllegalStateException("JUnit did not run the test");
    }

    private Object request(Class<?> suite, String test) throws Exception {
        Object selectors = Array.newInstance(selectorClass, 1);
        Object selector = selectorsClass.getMethod("selectMethod", Class.class, String.class)
                .invoke(null, suite, test);
        Array.set(selectors, 0, selector);
        Object builder = builderClass.getMethod("request").invoke(null);
        builderClass.getMethod("selectors", selectors.getClass()).invoke(builder, selectors);
        return builderClass.getMethod("build").invoke(builder);
    }
}
