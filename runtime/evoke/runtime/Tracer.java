package evoke.runtime;

/**
 * Where instrumented code reports. Static arrays that Rust reads once a test; no call here leaves Java.
 *
 * <p>Entries are valid only where their mark equals {@link #epoch}, so that nothing has to be cleared between tests.
 */
public final class Tracer {
    /** Layout of {@link #state}. */
    public static final int TOUCHED_BRANCHES = 0;
    public static final int TOUCHED_LINES = 1;
    public static final int TOUCHED_METHODS = 2;
    /** Non-zero once code tried to end the JVM. */
    public static final int EXIT_ATTEMPTS = 3;
    public static final int STATE_LENGTH = 8;

    /** Counters that Rust reads with the trace. */
    public static int[] state = new int[STATE_LENGTH];

    public static int[] touchedBranches;
    public static int[] touchedLines;
    public static int[] touchedMethods;
    public static double[] distanceTrue;
    public static double[] distanceFalse;
    public static int[] branchExecutions;

    static int[] branchMark;
    static int[] lineMark;
    static int[] methodMark;
    static int epoch = 1;
    /** By the first branch id of a switch: its keys in ascending order. */
    static int[][] switchKeys;

    static int stepsLeft;
    static int maxArrayLength;

    private Tracer() {}
}
