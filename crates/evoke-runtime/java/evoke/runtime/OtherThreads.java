package evoke.runtime;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads other than the one that runs tests. Each belongs to the run in which it was made, as do the threads that it makes,
 * and reports to that run only: what outlives its test touches no later one. Threads of the JDK's own, such as the one that
 * finalizes, belong to no run.
 *
 * <p>The common pool's threads work for all runs. They belong to every run that began when the pool had nothing left to do.
 */
final class OtherThreads {
    /** Steps that threads of earlier runs may take together in one run; what takes more is ended. */
    private static final int STEPS_OF_OUTSIDERS = 100_000;
    /** How long a run waits for the common pool to become quiet, in pauses: a task that has just ended is still in it. */
    private static final int MAX_PAUSES = 200;

    private static final long PAUSE_NANOS = 50_000;

    private static final RunOfThread RUN_OF_THREAD = new RunOfThread();

    /** The run, as other threads see it. */
    private static volatile int run;

    private static volatile boolean poolIsQuiet = true;
    /** Approximate, since several threads may count. */
    private static int stepsOfOutsiders;

    private OtherThreads() {}

    /** Number of the run that a thread belongs to. */
    private static final class RunOfThread extends InheritableThreadLocal<Integer> {
        /** Called on the thread that makes another one. */
        @Override
        protected Integer childValue(Integer parent) {
            Tracer.expectOthers();
            if (Thread.currentThread() != Tracer.runner) {
                return parent;
            }
            Tracer.state[TraceState.THREADS]++;
            return Integer.valueOf(run);
        }
    }

    /** The current thread is the one that runs tests. */
    static void setUp() {
        // Without a value of its own it would leave none to others.
        RUN_OF_THREAD.set(0);
    }

    /** A run begins. */
    static void begin(int epoch) {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        if (pool.getPoolSize() > 0) {
            Tracer.expectOthers();
            for (int pauses = 0; poolIsQuiet && !pool.isQuiescent() && pauses < MAX_PAUSES; pauses++) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            // No run waits for work that the one before waited for in vain.
            poolIsQuiet = pool.isQuiescent();
        }
        stepsOfOutsiders = 0;
        run = epoch;
    }

    /** Whether the current thread belongs to another run than this one. */
    static boolean isOutsider() {
        Thread thread = Thread.currentThread();
        if (thread == Tracer.runner) {
            return false;
        }
        if (thread instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool()) {
            return !poolIsQuiet;
        }
        Integer own = RUN_OF_THREAD.get();
        return own == null || own != run;
    }

    /** A thread of another run makes a step. */
    static void step() {
        if (++stepsOfOutsiders > STEPS_OF_OUTSIDERS) {
            throw new StepsExhausted();
        }
    }

    /** A thread of another run initialises a class, which would be lost to all if it were ended. */
    static void beginInitializer(int steps) {
        stepsOfOutsiders = STEPS_OF_OUTSIDERS - steps;
    }
}
