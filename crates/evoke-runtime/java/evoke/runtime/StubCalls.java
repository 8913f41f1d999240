package evoke.runtime;

/**
 * Which methods of stubs code under test calls: of a wide interface mostly few. Every method of a stub calls {@link #step} first.
 * Kept over all runs.
 */
public final class StubCalls {
    private static boolean[] known = {};

    /** Methods in the order in which they were first called. */
    static int[] called = {};

    static int count;

    /** Calls while they are recorded: of each the stub and an array of the arguments. */
    static Object[][] recorded = {};

    /** The methods of those calls, as the stub's class numbers its own. */
    static int[] recordedMethods = {};

    /** How many calls there were, also of those that found no room; more than there is room for once another thread has made one. */
    static int recordedCount;

    /** The thread that tests run in. */
    private static Thread recorder;

    private StubCalls() {}

    /** Makes room for so many methods and forgets all. */
    static void configure(int methods) {
        known = new boolean[methods];
        called = new int[methods];
        count = 0;
    }

    /** Forgets the calls recorded, and makes room for so many. */
    static synchronized void record(int calls) {
        recorded = new Object[calls][];
        recordedMethods = new int[calls];
        recordedCount = 0;
        recorder = Thread.currentThread();
    }

    /** A method begins of a stub whose calls are recorded. When another thread calls, a pool's that was there before the test, is a matter of chance. */
    public static synchronized void note(Object stub, int method, Object[] arguments) {
        if (Thread.currentThread() != recorder) {
            recordedCount = recorded.length;
        }
        if (recordedCount < recorded.length) {
            recorded[recordedCount] = new Object[] {stub, arguments};
            recordedMethods[recordedCount] = method;
        }
        recordedCount++;
    }

    /** A method of a stub begins, which is a step: a loop that asks a stub whether to go on ends like any other. */
    public static void step(int method) {
        if (!known[method]) {
            known[method] = true;
            called[count] = method;
            count++;
        }
        Tracer.step();
    }
}
