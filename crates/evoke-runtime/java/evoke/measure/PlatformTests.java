package evoke.measure;

import evoke.verify.JUnit5;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Tests of the JUnit Platform: the leaves of what its launcher finds. A method that is run several times, with parameters or
 * repeated, is one test, since which runs there are is only known when it runs.
 */
final class PlatformTests implements Framework {
    private final JUnit5 junit;
    private final Method getRoots;
    private final Method getChildren;

    PlatformTests(ClassLoader loader) throws Exception {
        junit = new JUnit5(loader);
        // Plans are of classes that are not public themselves.
        Class<?> planClass = loader.loadClass("org.junit.platform.launcher.TestPlan");
        getRoots = planClass.getMethod("getRoots");
        getChildren = planClass.getMethod("getChildren", loader.loadClass("org.junit.platform.launcher.TestIdentifier"));
    }

    @Override
    public List<SuiteTest> testsOf(Class<?> type) throws Exception {
        Object plan = junit.discover(type);
        List<SuiteTest> tests = new ArrayList<SuiteTest>();
        for (Object root : (Collection<?>) getRoots.invoke(plan)) {
            addLeaves(plan, root, tests);
        }
        return tests;
    }

    private void addLeaves(Object plan, Object identifier, List<SuiteTest> tests) throws Exception {
        Collection<?> children = (Collection<?>) getChildren.invoke(plan, identifier);
        for (Object child : children) {
            addLeaves(plan, child, tests);
        }
        Object source = JUnit5.optional(JUnit5.call(identifier, "getSource"));
        boolean isMethod = source != null && source.getClass().getSimpleName().equals("MethodSource");
        if (children.isEmpty() && (isMethod || JUnit5.isTest(identifier))) {
            String suite = isMethod ? (String) JUnit5.call(source, "getClassName") : "";
            tests.add(new PlatformTest(suite, nameOf(identifier), (String) JUnit5.call(identifier, "getUniqueId")));
        }
    }

    private static String nameOf(Object identifier) throws Exception {
        String name = (String) JUnit5.call(identifier, "getLegacyReportingName");
        return name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
    }

    private final class PlatformTest extends SuiteTest {
        private final String uniqueId;

        PlatformTest(String suite, String name, String uniqueId) {
            super(suite, name);
            this.uniqueId = uniqueId;
        }

        @Override
        TestEnd run() throws Exception {
            Ending ending = new Ending();
            junit.launchById(uniqueId, ending);
            return ending.end();
        }
    }

    /** Hears how a test, and what is around it, ends. */
    private static final class Ending implements InvocationHandler {
        private Throwable failure;
        private boolean hasPassed;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            if (method.getName().equals("executionFinished")) {
                String status = String.valueOf(JUnit5.call(arguments[1], "getStatus"));
                if (status.equals("FAILED") && failure == null) {
                    Throwable thrown = (Throwable) JUnit5.optional(JUnit5.call(arguments[1], "getThrowable"));
                    failure = thrown == null ? new IllegalStateException("JUnit does not say why") : thrown;
                } else if (status.equals("SUCCESSFUL") && JUnit5.isTest(arguments[0])) {
                    hasPassed = true;
                }
            } else if (method.getDeclaringClass() == Object.class) {
                return JUnit5.ofObject(proxy, method.getName(), arguments);
            }
            return null;
        }

        TestEnd end() {
            if (failure != null) {
                return TestEnd.failed(failure);
            }
            return hasPassed ? TestEnd.PASSED : TestEnd.SKIPPED;
        }
    }
}
