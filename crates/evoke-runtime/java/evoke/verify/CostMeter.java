package evoke.verify;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Reads clock and allocation counter around one test at a time, both as near to the test as can be. */
final class CostMeter {
    private final Reports reports;
    private final ThreadMXBean threads;
    private String suite;
    private String test;
    private Thread thread;
    private long bytes;
    private long nanoseconds;

    CostMeter(Reports reports) {
        this.reports = reports;
        java.lang.management.ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!(threads instanceof ThreadMXBean) || !((ThreadMXBean) threads).isThreadAllocatedMemorySupported()) {
            throw new UnsupportedOperationException("this JVM does not count what threads allocate");
        }
        this.threads = (ThreadMXBean) threads;
    }

    /** A test begins on this thread. */
    void begin(String suite, String test) {
        reports.report(Words.START, suite, test);
        this.suite = suite;
        this.test = test;
        thread = Thread.currentThread();
        bytes = threads.getThreadAllocatedBytes(thread.getId());
        nanoseconds = System.nanoTime();
    }

    /** The test has ended; reports what it cost. */
    void end() {
        long endNanoseconds = System.nanoTime();
        long endBytes = threads.getThreadAllocatedBytes(thread.getId());
        reports.report(
                Words.COST, suite, test, String.valueOf(endNanoseconds - nanoseconds), String.valueOf(endBytes - bytes));
    }

    /** A test that was measured has failed, or what comes before or after the tests of a class. */
    void fail(String suite, String test) {
        reports.report(Words.FAIL, suite, test);
    }
}
