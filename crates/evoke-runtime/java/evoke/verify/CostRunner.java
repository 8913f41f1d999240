package evoke.verify;

/**
 * Runs test classes once, in a JVM of their own, and reports what each test cost. Arguments: report prefix, JUnit
 * version (4 or 5), names of classes. Reports, with fields separated by tabs:
 *
 * <pre>
 * start CLASS TEST
 * cost CLASS TEST NANOSECONDS BYTES
 * fail CLASS TEST    after its cost; without a cost it is not a test that failed but what comes before them
 * broken MESSAGE     what is wrong with the JVM or JUnit rather than with a test
 * done
 * </pre>
 *
 * <p>A test's cost is that of its method with what JUnit calls before and after it, and includes loading the classes
 * that it is the first to need, as it does for whoever runs the suite. Classes without tests cost nothing.
 */
public final class CostRunner {
    private CostRunner() {}

    public static void main(String[] arguments) throws Exception {
        Reports reports = Reports.takeOver(arguments[0]);
        try {
            ClassLoader loader = CostRunner.class.getClassLoader();
            CostMeter meter = new CostMeter(reports);
            JUnitCosts junit = arguments[1].equals("4")
                    ? new JUnit4Costs(loader, meter)
                    : new JUnit5Costs(loader, meter);
            for (int i = 2; i < arguments.length; i++) {
                junit.run(Class.forName(arguments[i], false, loader));
            }
            reports.report(Words.DONE);
        } catch (Throwable unexpected) {
            Throwable cause = unexpected.getCause() == null ? unexpected : unexpected.getCause();
            reports.report(Words.BROKEN, Reports.describe(cause));
        }
        // Threads that tests left behind do not matter any more.
        Runtime.getRuntime().halt(0);
    }
}
