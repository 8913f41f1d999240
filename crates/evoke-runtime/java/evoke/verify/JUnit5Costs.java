package evoke.verify;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/** Measures tests of the JUnit Platform, between the events that tell of their start and end. */
final class JUnit5Costs implements JUnitCosts, InvocationHandler {
    private final JUnit5 junit;
    private final CostMeter meter;
    private Class<?> suite;

    JUnit5Costs(ClassLoader loader, CostMeter meter) {
        this.junit = new JUnit5(loader);
        this.meter = meter;
    }

    @Override
    public void run(Class<?> suite) throws Exception {
        this.suite = suite;
        junit.launch(suite, this);
    }

    /** An event of the launcher. */
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
        String event = method.getName();
        if (event.equals("executionStarted") && JUnit5.isTest(arguments[0])) {
            meter.begin(suiteOf(arguments[0]), nameOf(arguments[0]));
        } else if (event.equals("executionFinished")) {
            if (JUnit5.isTest(arguments[0])) {
                meter.end();
            }
            if (String.valueOf(JUnit5.call(arguments[1], "getStatus")).equals("FAILED")) {
                meter.fail(suiteOf(arguments[0]), nameOf(arguments[0]));
            }
        } else if (method.getDeclaringClass() == Object.class) {
            return JUnit5.ofObject(proxy, event, arguments);
        }
        return null;
    }

    /** The class that declares the test, which may be nested in the suite. */
    private String suiteOf(Object identifier) throws Exception {
        Object source = JUnit5.optional(JUnit5.call(identifier, "getSource"));
        boolean isMethod = source != null && source.getClass().getSimpleName().equals("MethodSource");
        return isMethod ? (String) JUnit5.call(source, "getClassName") : suite.getName();
    }

    private static String nameOf(Object identifier) throws Exception {
        String name = (String) JUnit5.call(identifier, "getLegacyReportingName");
        return name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
    }
}
