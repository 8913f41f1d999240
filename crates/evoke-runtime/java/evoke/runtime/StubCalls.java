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

    private StubCalls() {}

    /** Makes room for so many methods and forgets all. */
    static void configure(int methods) {
        known = new boolean[methods];
        called = new int[methods];
        count = 0;
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
