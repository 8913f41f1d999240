package evoke.verify;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** Measures tests of the JUnit Platform, between the events that tell of their start and end. */
final class JUnit5Costs implements JUnitCosts, InvocationHandler {
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private final CostMeter meter;
    private final Object launcher;
    private final Class<?> launcherClass;
    private final Class<?> requestClass;
    private final Class<?> builderClass;
    private final Class<?> selectorClass;
    private final Class<?> selectorsClass;
    private final Class<?> listenerClass;
    private final Class<?> testClass;
    private final Class<?> resultClass;
    private final Object listener;
    private Class<?> suite;

    JUnit5Costs(ClassLoader loader, CostMeter meter) throws Exception {
        this.meter = meter;
        launcherClass = loader.loadClass(LAUNCHER + "Launcher");
        requestClass = loader.loadClass(LAUNCHER + "LauncherDiscoveryRequest");
        builderClass = loader.loadClass(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        selectorClass = loader.loadClass("org.junit.platform.engine.DiscoverySelector");
        selectorsClass = loader.loadClass("org.junit.platform.engine.discovery.DiscoverySelectors");
        listenerClass = loader.loadClass(LAUNCHER + "TestExecutionListener");
        testClass = loader.loadClass(LAUNCHER + "TestIdentifier");
        resultClass = loader.loadClass("org.junit.platform.engine.TestExecutionResult");
        launcher = loader.loadClass(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
        listener = Proxy.newProxyInstance(loader, new Class<?>[] {listenerClass}, this);
    }

    @Override
    public void run(Class<?> suite) throws Exception {
        this.suite = suite;
        Object selectors = Array.newInstance(selectorClass, 1);
        Array.set(selectors, 0, selectorsClass.getMethod("selectClass", Class.class).invoke(null, suite));
        Object builder = builderClass.getMethod("request").invoke(null);
        builderClass.getMethod("selectors", selectors.getClass()).invoke(builder, selectors);
        Object listeners = Array.newInstance(listenerClass, 1);
        Array.set(listeners, 0, listener);
        launcherClass.getMethod("execute", requestClass, listeners.getClass())
                .invoke(launcher, builderClass.getMethod("build").invoke(builder), listeners);
    }

    /** An event of the launcher. */
    @Override
    public Object invoke(Object proxy, Method event, Object[] arguments) throws Exception {
        switch (event.getName()) {
            case "executionStarted":
                if (isTest(arguments[0])) {
                    meter.begin(suiteOf(arguments[0]), nameOf(arguments[0]));
                }
                return null;
            case "executionFinished":
                if (isTest(arguments[0])) {
                    meter.end();
                }
                if (resultClass.getMethod("getStatus").invoke(arguments[1]).toString().equals("FAILED")) {
                    meter.fail(suiteOf(arguments[0]), nameOf(arguments[0]));
                }
                return null;
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            case "toString":
                return "cost listener";
            default:
                return null;
        }
    }

    private boolean isTest(Object identifier) throws Exception {
        return (Boolean) testClass.getMethod("isTest").invoke(identifier);
    }

    /** The class that declares the test, which may be nested in the suite. */
    private String suiteOf(Object identifier) throws Exception {
        Object source = ((Optional<?>) testClass.getMethod("getSource").invoke(identifier)).orElse(null);
        if (source == null || !source.getClass().getSimpleName().equals("MethodSource")) {
            return suite.getName();
        }
        return (String) source.getClass().getMethod("getClassName").invoke(source);
    }

    private String nameOf(Object identifier) throws Exception {
        String name = (String) testClass.getMethod("getLegacyReportingName").invoke(identifier);
        return name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
    }
}
