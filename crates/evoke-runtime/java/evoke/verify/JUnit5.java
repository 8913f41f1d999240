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
import java.util.Map;
import java.util.Set;

/**
 * Runs tests with the JUnit Platform's launcher, in its order, in one request: a request for each test would look through
 * all methods of the suite each time.
 */
public final class JUnit5 implements JUnit {
    private static final String LAUNCHER = "org.junit.platform.launcher.";
    /** What ids of rows end with, before the number and a bracket. */
    private static final String ROW = "[test-template-invocation:#";

    private final ClassLoader loader;
    /** Made when it is first needed: it looks through the class path for engines. */
    private Object launcher;

    public JUnit5(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public void run(Class<?> suite, String[] tests, Listener listener) throws Exception {
        Forwarder forwarder = new Forwarder(listener, tests);
        Set<String> methods = new LinkedHashSet<String>();
        for (String test : tests) {
            methods.add(Rows.method(test));
        }
        launch(isAll(suite, methods) ? new Object[] {all(suite)} : each(suite, methods), forwarder);
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
    private static boolean isAll(Class<?> suite, Set<String> tests) {
        for (Method method : suite.getDeclaredMethods()) {
            if (isAnnotatedAsTest(method) && !tests.contains(method.getName())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAnnotatedAsTest(Method method) {
        for (Annotation annotation : method.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (name.equals("org.junit.jupiter.api.Test") || name.equals("org.junit.jupiter.params.ParameterizedTest")) {
                return true;
            }
        }
        return false;
    }

    private Object all(Class<?> suite) throws Exception {
        return selectors().getMethod("selectClass", Class.class).invoke(null, suite);
    }

    /** Selects tests in the order in which JUnit would run them if there were no others. */
    private Object[] each(Class<?> suite, Set<String> tests) throws Exception {
        String[] ordered = tests.toArray(new String[0]);
        Arrays.sort(ordered, new Comparator<String>() {
            @Override
            public int compare(String one, String other) {
                int difference = Integer.compare(one.hashCode(), other.hashCode());
                return difference == 0 ? one.compareTo(other) : difference;
            }
        });
        Method select = selectors().getMethod("selectMethod", Class.class, Method.class);
        Map<String, Method> methods = Rows.methods(suite);
        Object[] selected = new Object[ordered.length];
        for (int i = 0; i < ordered.length; i++) {
            selected[i] = select.invoke(null, suite, methods.get(ordered[i]));
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
        private final Set<String> asked;
        /** Tests, and methods of rows. */
        private final Set<String> ended = new LinkedHashSet<String>();
        /** What made a container of tests fail. */
        private Throwable failure;

        Forwarder(Listener listener, String[] tests) {
            this.listener = listener;
            this.asked = new HashSet<String>(Arrays.asList(tests));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            String event = method.getName();
            if (event.equals("executionStarted") && isTest(arguments[0])) {
                String test = name(arguments[0]);
                if (isAskedFor(test)) {
                    listener.started(test);
                }
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
                ended.add(Rows.method(test));
                if (isAskedFor(test)) {
                    listener.ended(test, passed ? null : thrown);
                }
            } else if (!passed) {
                failure = thrown;
            }
        }

        /** A suite may have been compiled with more rows. Who does not know the rows asks for all of a method. */
        private boolean isAskedFor(String test) {
            return asked.contains(test) || asked.contains(Rows.method(test));
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

    /** The method of the test, with the number of its row if it has several. */
    static String name(Object identifier) throws Exception {
        String method = (String) call(optional(call(identifier, "getSource")), "getMethodName");
        String id = (String) call(identifier, "getUniqueId");
        int row = id.lastIndexOf(ROW);
        return row < 0 ? method : method + "[" + id.substring(row + ROW.length());
    }

    public static Object optional(Object optional) throws Exception {
        return optional.getClass().getMethod("orElse", Object.class).invoke(optional, new Object[] {null});
    }

    public static Object call(Object receiver, String method) throws Exception {
        return receiver.getClass().getMethod(method).invoke(receiver);
    }
}
