package evoke.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
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
    /** How late the common pool is where it is delayed, at most. */
    private static final long MAX_DELAY_MILLIS = 500;
    /** How long the runner waits before the common pool is no longer delayed: most likely for what the pool is to do. */
    private static final long PATIENCE_NANOS = 1_000_000;

    private static final RunOfThread RUN_OF_THREAD = new RunOfThread();

    /** The run, as other threads see it. */
    private static volatile int run;

    private static volatile boolean poolIsQuiet = true;
    /** Tasks that the pool's threads had done when the run began. */
    private static long doneByPool;
    /** Opened once the pool may go on; null where it is not delayed. */
    private static volatile CountDownLatch poolMayGoOn;

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

    /** What keeps a thread of the common pool from its work. */
    private static final class Delay implements Runnable {
        private final CountDownLatch mayGoOn;
        private final CountDownLatch begun;
        private final boolean works;

        Delay(CountDownLatch mayGoOn, CountDownLatch begun, boolean works) {
            this.mayGoOn = mayGoOn;
            this.begun = begun;
            this.works = works;
        }

        @Override
        public void run() {
            begun.countDown();
            if (works) {
                watchRunner();
                mayGoOn.countDown();
            }
            try {
                mayGoOn.await(MAX_DELAY_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                // Someone wants the thread.
            }
        }

        /** Works until the pool may go on, or the runner waits. */
        private void watchRunner() {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_DELAY_MILLIS);
            long now = System.nanoTime();
            long lastAtWork = now;
            while (mayGoOn.getCount() > 0 && now < end && now - lastAtWork < PATIENCE_NANOS) {
                Thread.yield();
                now = System.nanoTime();
                if (poolMayGoOn == null || Tracer.runner.getState() == Thread.State.RUNNABLE) {
                    lastAtWork = now;
                }
            }
        }
    }

    /** The current thread is the one that runs tests. */
    static void setUp() {
        // Without a value of its own it would leave none to others.
        RUN_OF_THREAD.set(0);
    }

    /** A run begins. */
    static void begin(int epoch) {
        if (ForkJoinPool.commonPool().getPoolSize() > 0) {
            Tracer.expectOthers();
            if (poolMayGoOn == null) {
                forgetPool();
            }
        }
        stepsOfOutsiders = 0;
        run = epoch;
    }

    /** Whatever the common pool has done or does belongs to the past. */
    private static void forgetPool() {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        // No run waits for work that the one before waited for in vain.
        poolIsQuiet = poolIsQuiet ? awaitPool() : pool.isQuiescent();
        doneByPool = pool.getStealCount();
    }

    /** Returns once the common pool has nothing left to do, or false where that takes too long. */
    static boolean awaitPool() {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        for (int pauses = 0; !pool.isQuiescent() && pauses < MAX_PAUSES; pauses++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return pool.isQuiescent();
    }

    /** Whether the common pool has done anything since the run began, or has something to do. */
    static boolean usesPool() {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        return pool.getPoolSize() > 0 && (pool.getStealCount() != doneByPool || !pool.isQuiescent());
    }

    /**
     * Keeps the common pool from beginning anything from now on, until the runner waits for something, or for {@link #MAX_DELAY_MILLIS}: its
     * threads are given something to do. One of them works all the while, since where all wait nothing is expected to wake the runner.
     */
    static void delayPool() {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        forgetPool();
        CountDownLatch mayGoOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(pool.getParallelism());
        for (int thread = 0; thread < pool.getParallelism(); thread++) {
            pool.execute(new Delay(mayGoOn, begun, thread == 0));
        }
        for (int pauses = 0; begun.getCount() > 0 && pauses < MAX_PAUSES; pauses++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        poolMayGoOn = mayGoOn;
    }

    /** The common pool goes on. */
    static void letPoolGoOn() {
        if (poolMayGoOn != null) {
            poolMayGoOn.countDown();
            poolMayGoOn = null;
            forgetPool();
        }
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
