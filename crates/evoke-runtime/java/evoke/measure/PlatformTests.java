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
    /** In the ids of tests that no other engine runs. */
    private static final String OF_JUPITER = "[engine:junit-jupiter]";

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
            addLeaves(type, plan, root, tests);
        }
        return tests;
    }

    private void addLeaves(Class<?> type, Object plan, Object identifier, List<SuiteTest> tests) throws Exception {
        Collection<?> children = (Collection<?>) getChildren.invoke(plan, identifier);
        for (Object child : children) {
            addLeaves(type, plan, child, tests);
        }
        Object source = JUnit5.optional(JUnit5.call(identifier, "getSource"));
        boolean isMethod = source != null && source.getClass().getSimpleName().equals("MethodSource");
        if (children.isEmpty() && (isMethod || JUnit5.isTest(identifier))) {
            String suite = isMethod ? (String) JUnit5.call(source, "getClassName") : "";
            String name = nameOf(identifier);
            String id = (String) JUnit5.call(identifier, "getUniqueId");
            PlainTest plain = suite.equals(type.getName()) && id.contains(OF_JUPITER) ? PlainTest.of(type, name) : null;
            tests.add(new PlatformTest(suite, name, id, plain));
        }
    }

    private static String nameOf(Object identifier) throws Exception {
        String name = (String) JUnit5.call(identifier, "getLegacyReportingName");
        return name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
    }

    private final class PlatformTest extends SuiteTest {
        private final String uniqueId;
        /** Or null. */
        private PlainTest plain;

        PlatformTest(String suite, String name, String uniqueId, PlainTest plain) {
            super(suite, name);
            this.uniqueId = uniqueId;
            this.plain = plain;
        }

        @Override
        TestEnd run() throws Exception {
            Ending ending = new Ending();
            junit.launchById(uniqueId, ending);
            return ending.end();
        }

        @Override
        TestEnd runAgain() throws Exception {
            return plain == null ? run() : plain.run();
        }

        @Override
        boolean leaveToFramework() {
            boolean wasPlain = plain != null;
            plain = null;
            return wasPlain;
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
