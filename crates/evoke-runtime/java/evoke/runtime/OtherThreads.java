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
    /** How late the common pool is where it is slow, at most: longer than it takes to look at what a test shows. */
    private static final long DELAY_NANOS = 20_000_000;

    private static final RunOfThread RUN_OF_THREAD = new RunOfThread();

    /** The run, as other threads see it. */
    private static volatile int run;

    private static volatile boolean poolIsQuiet = true;
    /** The last run in which a thread of the pool was delayed, and when the delay ends. */
    private static volatile int delayedRun;
    private static volatile long delayEnd;
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

    /** A run begins; says whether the common pool has threads. */
    static boolean begin(int epoch) {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        boolean hasThreads = pool.getPoolSize() > 0;
        if (hasThreads) {
            Tracer.expectOthers();
            for (int pauses = 0; poolIsQuiet && !pool.isQuiescent() && pauses < MAX_PAUSES; pauses++) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            // No run waits for work that the one before waited for in vain.
            poolIsQuiet = pool.isQuiescent();
        }
        stepsOfOutsiders = 0;
        run = epoch;
        return hasThreads;
    }

    /**
     * Keeps threads of the common pool from going on while the pool is slow, for so long after the first of a run came here. They work all the
     * while: a thread that waited would be taken for one that never wakes the runner.
     */
    static void delay() {
        if (!isOfPool(Thread.currentThread())) {
            return;
        }
        int current = run;
        if (delayedRun != current) {
            delayEnd = System.nanoTime() + DELAY_NANOS;
            delayedRun = current;
        }
        while (Tracer.poolIsSlow && run == current && delayEnd - System.nanoTime() > 0) {
            Thread.yield();
        }
    }

    private static boolean isOfPool(Thread thread) {
        return thread instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool();
    }

    /** Whether the current thread belongs to another run than this one. */
    static boolean isOutsider() {
        Thread thread = Thread.currentThread();
        if (thread == Tracer.runner) {
            return false;
        }
        if (isOfPool(thread)) {
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
