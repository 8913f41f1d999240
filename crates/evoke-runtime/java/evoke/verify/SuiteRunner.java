package evoke.verify;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;

/**
 * Compiles and runs generated suites in a JVM that has nothing of Evoke's instrumentation in it.
 *
 * <p>Commands come as lines on standard input, reports go as lines with a secret prefix to standard output; both
 * are kept from the tests, whose own output is dropped. Fields are separated by tabs:
 *
 * <pre>
 * warm-up FOLDER                  nothing
 * next-suite                      nothing; the JVM as a whole is as it was before tests ran
 * compile SOURCE FOLDER           error LINE MESSAGE | warning LINE KIND …, then compiled true|false
 * run CLASS FOLDER HOW TEST…      for every test: start TEST, then left TEST WHAT for what it leaves changed that all share, then
 *                                 pass TEST | fail TEST LINE MESSAGE; then
 *                                 done THREADS, whether threads were made
 * </pre>
 *
 * <p>At home tests run under JUnit with the machine's locale and time zone and with assertions enabled, as build tools
 * run them; in the east, in the west and where libraries speak another language all three are different, to find tests that only pass
 * here, and the order is the one given; in the east lines end as on Windows, too. As part of the application they are loaded as in a build, for what code asks its class loader.
 *
 * <p>What is wrong with JUnit or the compiler rather than with a test is reported as {@code broken MESSAGE}.
 *
 * <p>The process ends as soon as standard input does, also in the middle of a test.
 */
public final class SuiteRunner {
    private static final int MAX_UNUSABLE = 5;

    private final Reports reports;
    private final String junit;
    private final String classPath;
    private final SuiteCompiler compiler;
    private final ClassLoader parentOfSuites;
    private final OpenJars jars = new OpenJars();
    private final JvmState state = new JvmState();
    private int runs;
    /** Classes that the last run loaded, its suite's among them. */
    private List<String> ownClasses = Collections.emptyList();
    /** Those of them that could not be initialised in another locale. */
    private final Set<String> unusable = new HashSet<String>();

    private SuiteRunner(Reports reports, String junit, String classPath) throws IOException {
        this.reports = reports;
        this.junit = junit;
        this.classPath = classPath;
        this.compiler = new SuiteCompiler(classPath);
        this.parentOfSuites = JUnitLoader.parentOfSuites(classPath);
    }

    /** Arguments: report prefix, JUnit version (4 or 5), class path. */
    public static void main(String[] arguments) throws Exception {
        IterationOrder.turnRound();
        BlockingQueue<String> commands = Commands.read();
        SuiteRunner runner = new SuiteRunner(Reports.takeOver(arguments[0]), arguments[1], arguments[2]);
        while (true) {
            runner.handle(commands.take().split("\t", -1));
        }
    }

    private void handle(String[] command) {
        try {
            if (command[0].equals(Words.NEXT_SUITE)) {
                unusable.clear();
                state.putBack();
            } else if (command[0].equals(Words.WARM_UP)) {
                jars.open(classPath);
                compiler.warmUp(command[1], junit.equals("4") ? "org.junit" : "org.junit.jupiter.api");
            } else if (command[0].equals(Words.COMPILE)) {
                boolean compiled = compiler.compile(command[1], command[2], reports);
                reports.report(Words.COMPILED, String.valueOf(compiled));
            } else if (command[0].equals(Words.RUN)) {
                run(command);
            }
        } catch (Throwable unexpected) {
            reports.report(Words.BROKEN, Reports.describeWithCause(unexpected));
        }
    }

    private void run(String[] command) throws Exception {
        Surroundings surroundings = Surroundings.named(command[3]);
        boolean abroad = !command[3].equals(Words.HOME) && !command[3].equals(Words.HOME_TRANSLATED);
        boolean isApplication = command[3].equals(Words.APPLICATION);
        useUpIdentityHashes(37 * runs++ % 64);
        ClassLoader loader = isApplication ? ClassLoader.getSystemClassLoader() : openLoader(command[1], command[2], !abroad);
        Surroundings before = Surroundings.current();
        if (surroundings != null) {
            surroundings.enter();
        }
        Reports.silenceStreams();
        Thread.currentThread().setContextClassLoader(loader);
        long threads = nextThreadId();
        try {
            Class<?> suite = Class.forName(command[1], false, loader);
            boolean hasForeignNeighbours = abroad && !isApplication && setsLocale(suite);
            for (int tries = 0; hasForeignNeighbours && !initializeNeighbours(suite, tries); tries++) {
                ((SuiteLoader) loader).close();
                loader = openLoader(command[1], command[2], !abroad);
                Thread.currentThread().setContextClassLoader(loader);
                suite = Class.forName(command[1], false, loader);
            }
            Mocks.prepare(suite);
            String[] tests = Arrays.copyOfRange(command, 4, command.length);
            JUnit framework = abroad ? new PlainCalls() : framework(loader);
            framework.run(suite, tests, listener(suite, SharedFolder.working(), SharedFolder.temporary()));
        } finally {
            before.enter();
            Thread.currentThread().setContextClassLoader(null);
            if (loader instanceof SuiteLoader) {
                ownClasses = ((SuiteLoader) loader).ownClasses();
                ((SuiteLoader) loader).close();
            }
        }
        reports.report(Words.DONE, String.valueOf(nextThreadId() > threads + 1));
    }

    private static boolean setsLocale(Class<?> suite) {
        try {
            suite.getDeclaredMethod(FixtureNames.SET_LOCALE);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Initialises the classes that the last run loaded and that may be of the library that the suite is for, as another suite may have done
     * before this one has set the locale: what they keep is of the locale of here. False if one cannot be initialised so, which is not tried
     * again; with too many of them nothing is.
     */
    private boolean initializeNeighbours(Class<?> suite, int tries) {
        String name = suite.getName();
        String library = libraryOf(name);
        for (String neighbour : tries < MAX_UNUSABLE ? ownClasses : Collections.<String>emptyList()) {
            boolean isOfSuite = neighbour.equals(name) || neighbour.startsWith(name + "$");
            if (isOfSuite || !neighbour.startsWith(library) || unusable.contains(neighbour)) {
                continue;
            }
            try {
                Class.forName(neighbour, true, suite.getClassLoader());
            } catch (Throwable failure) {
                unusable.add(neighbour);
                return false;
            }
        }
        return true;
    }

    /** The first two words of a class's package. */
    private static String libraryOf(String name) {
        int first = name.indexOf('.');
        int second = name.indexOf('.', first + 1);
        return name.substring(0, (second < 0 ? first : second) + 1);
    }

    private SuiteLoader openLoader(String suite, String folder, boolean assertions) throws IOException {
        // A suite for JUnit itself has it to itself.
        ClassLoader parent = JUnitLoader.isOfJUnit(suite) ? SuiteLoader.jdk() : parentOfSuites;
        return SuiteLoader.open(folder, classPath, parent, assertions);
    }

    /**
     * Identity hash codes are numbers that count up here, of which each run may take as many: another distance between runs has the objects
     * of the same place in other buckets of hash tables from run to run.
     */
    private static void useUpIdentityHashes(int count) {
        for (int used = 0; used < count; used++) {
            System.identityHashCode(new Object());
        }
    }

    /** Threads are numbered one after the other, whoever makes them and whether they are started or not. */
    @SuppressWarnings("deprecation") // threadId() is newer than Java 8.
    private static long nextThreadId() {
        return new Thread().getId();
    }

    private JUnit framework(ClassLoader loader) throws Exception {
        return junit.equals("4") ? new JUnit4(loader) : new JUnit5(loader);
    }

    private JUnit.Listener listener(final Class<?> suite, final SharedFolder... folders) {
        return new JUnit.Listener() {
            private SharedState state = new SharedState();

            @Override
            public void started(String test) {
                state = new SharedState();
                reports.report(Words.START, test);
            }

            @Override
            public void ended(String test, Throwable failure) {
                for (String change : state.changes()) {
                    reports.report(Words.LEFT, test, change);
                }
                String change = changeOf(folders);
                if (change != null) {
                    reports.report(Words.FAIL, test, "0", "it " + change);
                } else if (failure == null) {
                    reports.report(Words.PASS, test);
                } else {
                    reports.report(Words.FAIL, test, String.valueOf(failingLine(failure, suite.getName())), describe(failure));
                }
            }
        };
    }

    /** One whose initialiser failed says nothing itself. */
    private static String describe(Throwable failure) {
        Throwable thrown = thrown(failure);
        String description = Reports.describe(thrown);
        boolean isOfInitializer = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null;
        return isOfInitializer ? description + " (" + Reports.describe(thrown.getCause()) + ")" : description;
    }

    /** What was thrown where {@code assertDoesNotThrow} failed, else what a test failed with. */
    private static Throwable thrown(Throwable failure) {
        if (failure.getCause() == null || !failure.getClass().getName().equals("org.opentest4j.AssertionFailedError")) {
            return failure;
        }
        boolean isOfCall = String.valueOf(failure.getMessage()).startsWith("Unexpected exception thrown: ");
        return isOfCall ? failure.getCause() : failure;
    }

    private static String changeOf(SharedFolder[] folders) {
        String first = null;
        for (SharedFolder folder : folders) {
            String change;
            try {
                change = folder.change();
            } catch (IOException refused) {
                change = "makes a folder unusable that it shares with others";
            }
            first = first == null ? change : first;
        }
        return first;
    }

    /** The line of the suite nearest to where the failure arose; 0 if the stack does not show the suite. */
    private static int failingLine(Throwable failure, String suite) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().equals(suite)) {
                return frame.getLineNumber();
            }
        }
        return 0;
    }
}
