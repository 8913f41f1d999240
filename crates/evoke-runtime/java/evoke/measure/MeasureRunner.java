package evoke.measure;

import evoke.runtime.Mutants;
import evoke.runtime.Mutation;
import evoke.runtime.TestCalls;
import evoke.runtime.Tracer;
import evoke.verify.Commands;
import evoke.verify.Reports;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * Runs the tests of any suite one at a time on classes that tell what they do. But for these everything is as build tools have it.
 *
 * <p>Commands come as lines on standard input, reports go as lines with a secret prefix to standard output. Fields are
 * separated by tabs, numbers of one field by commas:
 *
 * <pre>
 * configure PREDICATES LINES METHODS MUTANTS      configured
 * switch PREDICATE KEYS                           nothing
 * contexts METHOD CONTEXTS SHIFTS ENTRIES         nothing
 * discover CLASS…         for every test: found SUITE NAME; for a class that cannot be looked at: skip CLASS MESSAGE; then done
 * test NUMBER STEPS       its end, after the trace has been written
 * mutants NUMBER STEPS MUTANTS    for every mutant, which is switched on alone: start MUTANT, then the test's end; then done, or
 *                                 spoilt as soon as the original does not pass
 * redefine CLASS FILE     done
 * </pre>
 *
 * <p>Ends of tests are {@code pass|skip STEPS_LEFT} and {@code fail STEPS_LEFT MESSAGE}. Tests are numbered in the order in which they
 * were found. What goes wrong with a framework rather than with a test is reported as {@code broken MESSAGE}.
 *
 * <p>The process ends as soon as standard input does.
 */
public final class MeasureRunner {
    private final Reports reports;
    private final TraceFile trace;
    private final List<Framework> frameworks = new ArrayList<Framework>();
    private final List<SuiteTest> tests = new ArrayList<SuiteTest>();
    private final ClassLoader loader = MeasureRunner.class.getClassLoader();
    /** Steps that the last run might still have taken. */
    private int stepsLeft;

    private MeasureRunner(Reports reports, TraceFile trace, String[] versions) throws Exception {
        this.reports = reports;
        this.trace = trace;
        // The platform may know how to run tests of JUnit 4, too.
        if (Arrays.asList(versions).contains("5")) {
            frameworks.add(new PlatformTests(loader));
        }
        if (Arrays.asList(versions).contains("4")) {
            frameworks.add(new JUnit4Tests(loader));
        }
    }

    /** Arguments: report prefix, file for traces, JUnit versions (4, 5 or both). */
    public static void main(String[] arguments) throws Exception {
        BlockingQueue<String> commands = Commands.read();
        Reports reports = Reports.takeOver(arguments[0]);
        MeasureRunner runner;
        try {
            String[] versions = Arrays.copyOfRange(arguments, 2, arguments.length);
            runner = new MeasureRunner(reports, new TraceFile(arguments[1]), versions);
            MeasureAgent.lendToMocks(runner.loader);
        } catch (Throwable unexpected) {
            reports.report(MeasureWords.BROKEN, Reports.describeWithCause(unexpected));
            return;
        }
        while (true) {
            runner.handle(commands.take().split("\t", -1));
        }
    }

    private void handle(String[] command) {
        try {
            if (command[0].equals(MeasureWords.CONFIGURE)) {
                Tracer.configure(number(command[1]), number(command[2]), number(command[3]), Integer.MAX_VALUE);
                Mutation.configure(number(command[4]));
                reports.report(MeasureWords.CONFIGURED);
            } else if (command[0].equals(MeasureWords.SWITCH)) {
                Tracer.setSwitchKeys(number(command[1]), numbers(command[2]));
            } else if (command[0].equals(MeasureWords.CONTEXTS)) {
                Tracer.setContexts(number(command[1]), number(command[2]), numbers(command[3]), numbers(command[4]));
            } else if (command[0].equals(MeasureWords.DISCOVER)) {
                discover(Arrays.copyOfRange(command, 1, command.length));
            } else if (command[0].equals(MeasureWords.TEST)) {
                run(tests.get(number(command[1])), number(command[2]));
            } else if (command[0].equals(MeasureWords.MUTANTS)) {
                runOnMutants(tests.get(number(command[1])), number(command[2]), numbers(command[3]));
            } else if (command[0].equals(MeasureWords.REDEFINE)) {
                byte[] code = Files.readAllBytes(new File(command[2]).toPath());
                MeasureAgent.redefine(Class.forName(command[1], false, loader), code);
                reports.report(MeasureWords.DONE);
            }
        } catch (Throwable unexpected) {
            reports.report(MeasureWords.BROKEN, Reports.describeWithCause(unexpected));
        }
    }

    private void discover(String[] classes) {
        for (String name : classes) {
            try {
                for (SuiteTest test : testsOf(Class.forName(name, false, loader))) {
                    tests.add(test);
                    reports.report(MeasureWords.FOUND, test.suite, test.name);
                }
            } catch (Throwable unreadable) {
                reports.report(MeasureWords.SKIP, name, Reports.describeWithCause(unreadable));
            }
        }
        reports.report(MeasureWords.DONE);
    }

    private List<SuiteTest> testsOf(Class<?> type) throws Exception {
        List<SuiteTest> found = new ArrayList<SuiteTest>();
        for (Framework framework : frameworks) {
            if (found.isEmpty()) {
                found = framework.testsOf(type);
            }
        }
        return found;
    }

    /**
     * What a mutant did to static state may make the test fail on the next one, or on the original. So failing counts only right after
     * the original has passed, and the original has to pass again before the next mutant.
     */
    private void runOnMutants(SuiteTest test, int steps, int[] mutants) throws Exception {
        boolean isClean = passesAgain(test) || test.leaveToFramework() && passesAgain(test);
        if (!isClean) {
            reports.report(MeasureWords.SPOILT);
            return;
        }
        for (int mutant : mutants) {
            reportStart(mutant);
            TestEnd end = endOn(mutant, test, steps);
            boolean isDoubtful = end != TestEnd.PASSED && !isClean;
            if (isDoubtful) {
                reportStart(mutant);
                isDoubtful = !passesAgain(test);
            }
            if (end != TestEnd.PASSED && !isClean && !isDoubtful) {
                reportStart(mutant);
                end = endOn(mutant, test, steps);
            }
            report(end);
            boolean wasNoticed = end != TestEnd.PASSED;
            isClean = wasNoticed && !isDoubtful && passesAgain(test);
            if (wasNoticed && !isClean) {
                reports.report(MeasureWords.SPOILT);
                return;
            }
        }
        reports.report(MeasureWords.DONE);
    }

    /** Each run has all the time that one may take. */
    private void reportStart(int mutant) throws Exception {
        reports.report(MeasureWords.START, String.valueOf(mutant));
    }

    private TestEnd endOn(int mutant, SuiteTest test, int steps) {
        Tracer.begin(steps);
        Mutation.active = mutant;
        try {
            return endAgain(test);
        } finally {
            stepsLeft = Tracer.allStepsLeft();
            Mutation.active = Mutants.NONE;
        }
    }

    private static boolean passesAgain(SuiteTest test) {
        Tracer.begin(Integer.MAX_VALUE);
        return endAgain(test) == TestEnd.PASSED;
    }

    private void run(SuiteTest test, int steps) throws Exception {
        Tracer.begin(steps);
        TestCalls.begin();
        TestEnd end = end(test);
        stepsLeft = Tracer.allStepsLeft();
        trace.write();
        report(end);
    }

    private void report(TestEnd end) {
        String steps = String.valueOf(stepsLeft);
        if (end.failure != null) {
            reports.report(MeasureWords.FAIL, steps, Reports.describe(end.failure));
        } else {
            reports.report(end.isSkipped ? MeasureWords.SKIP : MeasureWords.PASS, steps);
        }
    }

    private static TestEnd endAgain(SuiteTest test) {
        try {
            return test.runAgain();
        } catch (Throwable ofFramework) {
            return TestEnd.failed(ofFramework);
        }
    }

    private static TestEnd end(SuiteTest test) {
        try {
            return test.run();
        } catch (Throwable ofFramework) {
            // An error that the framework lets through, such as one of memory.
            return TestEnd.failed(ofFramework);
        }
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    private static int[] numbers(String text) {
        String[] texts = text.isEmpty() ? new String[0] : text.split(",");
        int[] numbers = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            numbers[i] = number(texts[i]);
        }
        return numbers;
    }
}
