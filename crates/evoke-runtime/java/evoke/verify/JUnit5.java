package evoke.verify;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Runs tests with the JUnit Platform's launcher, in its order, in one request: a request for each test would look through
 * all methods of the suite each time.
 */
public final class JUnit5 implements JUnit {
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private final ClassLoader loader;
    /** Made when it is first needed: it looks through the class path for engines. */
    private Object launcher;

    public JUnit5(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        Forwarder forwarder = new Forwarder(listener);
        launch(isAll(suite, tests) ? new Object[] {all(suite)} : each(suite, tests), forwarder);
        for (String test : tests) {
            if (!forwarder.ended.contains(test)) {
                listener.started(test);
                listener.ended(test, new IllegalStateException("JUnit did not run the test", forwarder.failure));
            }
        }
    }

    /** Runs all tests of a class; the handler hears what a {@code TestExecutionListener} does. */
    void launch(Class<?> suite, InvocationHandler handler) throws Exception {
        launch(new Object[] {all(suite)}, handler);
    }

    private void launch(Object[] selectors, InvocationHandler handler) throws Exception {
        Class<?> requestClass = loader.loadClass(LAUNCHER + "LauncherDiscoveryRequest");
        Class<?> listenerClass = loader.loadClass(LAUNCHER + "TestExecutionListener");
        Object listeners = Array.newInstance(listenerClass, 1);
        Array.set(listeners, 0, Proxy.newProxyInstance(loader, new Class<?>[] {listenerClass}, handler));
        launcherClass().getMethod("execute", requestClass, listeners.getClass())
                .invoke(launcher(), request(selectors), listeners);
    }

    /** Runs the test, or the group of tests, of an id that the launcher gave it. */
    public void launchById(String uniqueId, InvocationHandler handler) throws Exception {
        launch(new Object[] {selectors().getMethod("selectUniqueId", String.class).invoke(null, uniqueId)}, handler);
    }

    /** What the launcher finds in a class: a {@code TestPlan}. */
    public Object discover(Class<?> suite) throws Exception {
        Class<?> requestClass = loader.loadClass(LAUNCHER + "LauncherDiscoveryRequest");
        Object request = request(new Object[] {all(suite)});
        return launcherClass().getMethod("discover", requestClass).invoke(launcher(), request);
    }

    private Class<?> launcherClass() throws ClassNotFoundException {
        return loader.loadClass(LAUNCHER + "Launcher");
    }

    private Object launcher() throws Exception {
        if (launcher == null) {
            launcher = loader.loadClass(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
        }
        return launcher;
    }

    /** Whether the suite, which may have been compiled with more, has no other tests than these. */
    @SuppressWarnings("unchecked")
    private boolean isAll(Class<?> suite, String[] tests) throws ClassNotFoundException {
        Set<String> names = new HashSet<String>(Arrays.asList(tests));
        Class<? extends Annotation> annotation =
                (Class<? extends Annotation>) loader.loadClass("org.junit.jupiter.api.Test");
        for (Method method : suite.getDeclaredMethods()) {
            if (method.isAnnotationPresent(annotation) && !names.contains(method.getName())) {
                return false;
            }
        }
        return true;
    }

    private Object all(Class<?> suite) throws Exception {
        return selectors().getMethod("selectClass", Class.class).invoke(null, suite);
    }

    /** Selects tests in the order in which JUnit would run them if there were no others. */
    private Object[] each(Class<?> suite, String[] tests) throws Exception {
        String[] ordered = tests.clone();
        Arrays.sort(ordered, new Comparator<String>() {
            @Override
            public int compare(String one, String other) {
                int difference = Integer.compare(one.hashCode(), other.hashCode());
                return difference == 0 ? one.compareTo(other) : difference;
            }
        });
        Method select = selectors().getMethod("selectMethod", Class.class, String.class);
        Object[] selected = new Object[ordered.length];
        for (int i = 0; i < ordered.length; i++) {
            selected[i] = select.invoke(null, suite, ordered[i]);
        }
        return selected;
    }

    private Class<?> selectors() throws ClassNotFoundException {
        return loader.loadClass("org.junit.platform.engine.discovery.DiscoverySelectors");
    }

    private Object request(Object[] selected) throws Exception {
        Class<?> selectorClass = loader.loadClass("org.junit.platform.engine.DiscoverySelector");
        Object selectors = Array.newInstance(selectorClass, selected.length);
        System.arraycopy(selected, 0, selectors, 0, selected.length);
        Class<?> builderClass = loader.loadClass(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Object builder = builderClass.getMethod("request").invoke(null);
        builderClass.getMethod("selectors", selectors.getClass()).invoke(builder, selectors);
        // The user's classes may come with a configuration that runs tests side by side.
        builderClass.getMethod("configurationParameter", String.class, String.class)
                .invoke(builder, "junit.jupiter.execution.parallel.enabled", "false");
        return builderClass.getMethod("build").invoke(builder);
    }

    /** Passes on what a {@code TestExecutionListener} hears of tests. */
    private static final class Forwarder implements InvocationHandler {
        private final Listener listener;
        private final Set<String> ended = new LinkedHashSet<String>();
        /** What made a container of tests fail. */
        private Throwable failure;

        Forwarder(Listener listener) {
            this.listener = listener;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            String event = method.getName();
            if (event.equals("executionStarted") && isTest(arguments[0])) {
                listener.started(name(arguments[0]));
            } else if (event.equals("executionFinished")) {
                finished(arguments[0], arguments[1]);
            } else if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, event, arguments);
            }
            return null;
        }

        private void finished(Object identifier, Object result) throws Exception {
            Throwable thrown = (Throwable) optional(call(result, "getThrowable"));
            boolean passed = String.valueOf(call(result, "getStatus")).equals("SUCCESSFUL");
            if (!passed && thrown == null) {
                thrown = new IllegalStateException("JUnit gave the test up");
            }
            if (isTest(identifier)) {
                String test = name(identifier);
                ended.add(test);
                listener.ended(test, passed ? null : thrown);
            } else if (!passed) {
                failure = thrown;
            }
        }
    }

    /** What a handler answers where it is taken for an object. */
    public static Object ofObject(Object proxy, String method, Object[] arguments) {
        if (method.equals("equals")) {
            return proxy == arguments[0];
        }
        return method.equals("hashCode") ? (Object) System.identityHashCode(proxy) : "Evoke";
    }

    public static boolean isTest(Object identifier) throws Exception {
        return (Boolean) call(identifier, "isTest");
    }

    static String name(Object identifier) throws Exception {
        return (String) call(optional(call(identifier, "getSource")), "getMethodName");
    }

    public static Object optional(Object optional) throws Exception {
        return optional.getClass().getMethod("orElse", Object.class).invoke(optional, new Object[] {null});
    }

    public static Object call(Object receiver, String method) throws Exception {
        return receiver.getClass().getMethod(method).invoke(receiver);
    }
}
