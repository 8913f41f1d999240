package sample;

import evoke.runtime.Tracer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts threads that report to the tracer, some of them only after the test that started them. */
public class Threads {
    /** Where the thread left behind last is found, by this class as any loader has it. */
    private static final Map<Object, Object> SHARED = System.getProperties();

    /** Does what instrumented code does. */
    static void report() {
        Tracer.enter(2);
        Tracer.line(3);
        Tracer.ifIcmpLt(1, 10, 4);
    }

    static void step(int times) {
        for (int i = 0; i < times; i++) {
            Tracer.step();
        }
    }

    private static void leave(Runnable work) {
        CountDownLatch gate = new CountDownLatch(1);
        Thread leftover = new Thread(() -> {
            try {
                gate.await();
                work.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        leftover.start();
        SHARED.put("evoke.gate", gate);
        SHARED.put("evoke.leftover", leftover);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    public static void leaveReporter() {
        leave(Threads::report);
    }

    public static void leaveParentOfReporter() {
        leave(() -> {
            Thread child = new Thread(Threads::report);
            child.start();
            join(child);
        });
    }

    public static void leaveStepper() {
        leave(() -> {
            while (true) {
                step(1000);
            }
        });
    }

    public static void leaveExit() {
        leave(() -> Tracer.exit(1));
    }

    /** Leaves a thread that compares in the middle of a comparison of the test. */
    public static void leaveComparer() {
        leave(() -> {
            Tracer.lcmp(0, 1_000_000);
            Tracer.instanceOf("text");
        });
    }

    /** Has the thread of an earlier test do its work. */
    public static void letGo() {
        ((CountDownLatch) SHARED.get("evoke.gate")).countDown();
        join((Thread) SHARED.get("evoke.leftover"));
    }

    /** Compares, and has the thread of an earlier test do its work between the comparison and the jump. */
    public static void compareWhileLettingGo() {
        int result = Tracer.lcmp(7, 10);
        letGo();
        Tracer.comparedEq(result, 1);
    }

    private static volatile int worked;

    /** Starts a thread that takes longer than it takes to ask whether it is done. */
    public static void startWorker() {
        worked = 0;
        new Thread(() -> {
            for (int i = 0; i < 500_000; i++) {
                worked++;
            }
        }).start();
    }

    /** Whether that thread is done. */
    public static boolean hasWorked() {
        return worked == 500_000;
    }

    public static void reportElsewhere() {
        Thread thread = new Thread(Threads::report);
        thread.start();
        join(thread);
    }

    public static void reportInCommonPool() throws InterruptedException {
        runInCommonPool(Threads::report);
    }

    /** Something that the common pool counts up, without a step of instrumented code. */
    public static AtomicInteger countLater() {
        AtomicInteger count = new AtomicInteger();
        ForkJoinPool.commonPool().execute(count::incrementAndGet);
        return count;
    }

    public static int read(AtomicInteger count) {
        return count.get();
    }

    public static void runInCommonPool(Runnable work) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        ForkJoinPool.commonPool().execute(() -> {
            work.run();
            done.countDown();
        });
        done.await();
    }
}
