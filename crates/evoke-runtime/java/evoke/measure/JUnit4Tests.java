package evoke.measure;

import evoke.verify.JUnit4Classes;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Tests of JUnit 4 and of JUnit 3 in its jar: the leaves of a class's description, each a request of its own. */
final class JUnit4Tests implements Framework {
    private final JUnit4Classes testClasses;
    private final Class<?> coreClass;
    private final Class<?> requestClass;
    private final Class<?> runnerClass;
    private final Class<?> descriptionClass;
    private final Class<?> testCaseClass;

    JUnit4Tests(ClassLoader loader) throws ClassNotFoundException {
        testClasses = new JUnit4Classes(loader);
        coreClass = loader.loadClass("org.junit.runner.JUnitCore");
        requestClass = loader.loadClass("org.junit.runner.Request");
        runnerClass = loader.loadClass("org.junit.runner.Runner");
        descriptionClass = loader.loadClass("org.junit.runner.Description");
        testCaseClass = loader.loadClass("junit.framework.TestCase");
    }

    @Override
    public List<SuiteTest> testsOf(Class<?> type) throws Exception {
        List<SuiteTest> tests = new ArrayList<SuiteTest>();
        boolean isTestCase = testCaseClass.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
        if (isTestCase || testClasses.hasTests(type)) {
            Object runner = requestClass.getMethod("getRunner").invoke(requestOf(type));
            addLeaves(type, runnerClass.getMethod("getDescription").invoke(runner), tests);
        }
        return tests;
    }

    private Object requestOf(Class<?> type) throws Exception {
        return requestClass.getMethod("aClass", Class.class).invoke(null, type);
    }

    private void addLeaves(Class<?> type, Object description, List<SuiteTest> tests) throws Exception {
        List<?> children = (List<?>) descriptionClass.getMethod("getChildren").invoke(description);
        for (Object child : children) {
            addLeaves(type, child, tests);
        }
        String method = (String) descriptionClass.getMethod("getMethodName").invoke(description);
        if (children.isEmpty() && method != null) {
            String suite = (String) descriptionClass.getMethod("getClassName").invoke(description);
            tests.add(new JUnit4Test(suite, method, type, description));
        }
    }

    private final class JUnit4Test extends SuiteTest {
        private final Class<?> type;
        private final Object description;

        JUnit4Test(String suite, String name, Class<?> type, Object description) {
            super(suite, name);
            this.type = type;
            this.description = description;
        }

        @Override
        TestEnd run() throws Exception {
            Object request = requestClass.getMethod("filterWith", descriptionClass).invoke(requestOf(type), description);
            Object core = coreClass.getConstructor().newInstance();
            Object result = coreClass.getMethod("run", requestClass).invoke(core, request);
            List<?> failures = (List<?>) result.getClass().getMethod("getFailures").invoke(result);
            if (!failures.isEmpty()) {
                Object failure = failures.get(0);
                return TestEnd.failed((Throwable) failure.getClass().getMethod("getException").invoke(failure));
            }
            int ignored = (Integer) result.getClass().getMethod("getIgnoreCount").invoke(result);
            return ignored > 0 ? TestEnd.SKIPPED : TestEnd.PASSED;
        }
    }
}
