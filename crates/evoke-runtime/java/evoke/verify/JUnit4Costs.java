package evoke.verify;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;

/**
 * Measures tests of JUnit 4. Its listeners are classes and cannot be made by reflection; its schedulers can, and are
 * given the tests one by one in the order of their descriptions.
 */
final class JUnit4Costs implements JUnitCosts {
    private final CostMeter meter;
    private final Class<?> coreClass;
    private final Class<?> requestClass;
    private final Class<?> runnerClass;
    private final Class<?> parentRunnerClass;
    private final Class<?> schedulerClass;
    private final Class<?> descriptionClass;
    private final Class<? extends Annotation> ignore;
    private final JUnit4Classes testClasses;

    JUnit4Costs(ClassLoader loader, CostMeter meter) throws Exception {
        this.meter = meter;
        coreClass = loader.loadClass("org.junit.runner.JUnitCore");
        requestClass = loader.loadClass("org.junit.runner.Request");
        runnerClass = loader.loadClass("org.junit.runner.Runner");
        parentRunnerClass = loader.loadClass("org.junit.runners.ParentRunner");
        schedulerClass = loader.loadClass("org.junit.runners.model.RunnerScheduler");
        descriptionClass = loader.loadClass("org.junit.runner.Description");
        ignore = loader.loadClass("org.junit.Ignore").asSubclass(Annotation.class);
        testClasses = new JUnit4Classes(loader);
    }

    @Override
    public void run(Class<?> suite) throws Exception {
        if (!testClasses.hasTests(suite)) {
            return;
        }
        Object request = requestClass.getMethod("aClass", Class.class).invoke(null, suite);
        Object runner = requestClass.getMethod("getRunner").invoke(request);
        if (!parentRunnerClass.isInstance(runner)) {
            throw new UnsupportedOperationException("the tests of " + suite.getName() + " cannot be run one by one");
        }
        Object description = runnerClass.getMethod("getDescription").invoke(runner);
        Object scheduler = Proxy.newProxyInstance(
                suite.getClassLoader(), new Class<?>[] {schedulerClass}, new Scheduler(suite, children(description)));
        parentRunnerClass.getMethod("setScheduler", schedulerClass).invoke(runner, scheduler);
        Object result = coreClass.getMethod("run", runnerClass).invoke(coreClass.getConstructor().newInstance(), runner);
        List<?> failures = (List<?>) result.getClass().getMethod("getFailures").invoke(result);
        for (Object failure : failures) {
            Object failed = failure.getClass().getMethod("getDescription").invoke(failure);
            meter.fail(suite.getName(), nameOf(failed));
        }
    }

    private List<?> children(Object description) throws Exception {
        return (List<?>) descriptionClass.getMethod("getChildren").invoke(description);
    }

    /** The method's name, or that of a group of tests. */
    private String nameOf(Object description) throws Exception {
        Object method = descriptionClass.getMethod("getMethodName").invoke(description);
        return method != null ? (String) method : (String) descriptionClass.getMethod("getDisplayName").invoke(description);
    }

    private boolean isIgnored(Object description) throws Exception {
        return descriptionClass.getMethod("getAnnotation", Class.class).invoke(description, ignore) != null;
    }

    /** Is given the tests of a class one after the other. */
    private final class Scheduler implements InvocationHandler {
        private final Class<?> suite;
        private final Iterator<?> tests;

        Scheduler(Class<?> suite, List<?> tests) {
            this.suite = suite;
            this.tests = tests.iterator();
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            if (!method.getName().equals("schedule")) {
                return null;
            }
            Runnable run = (Runnable) arguments[0];
            Object test = tests.next();
            if (isIgnored(test)) {
                run.run();
                return null;
            }
            meter.begin(suite.getName(), nameOf(test));
            run.run();
            meter.end();
            return null;
        }
    }
}
