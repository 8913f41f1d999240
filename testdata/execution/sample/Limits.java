package sample;

import evoke.runtime.Tracer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

public class Limits {
    public static int sink;

    public static void stepForEver() {
        while (true) {
            Tracer.step();
        }
    }

    public static int swallowSteps() {
        for (int i = 0; i < 1000; i++) {
            try {
                stepForEver();
            } catch (Throwable swallowed) {
                sink++;
            }
        }
        return sink;
    }

    public static void exit() {
        Tracer.exit(3);
    }

    public static int swallowExit() {
        try {
            exit();
        } catch (Throwable swallowed) {
            return 1;
        }
        return 0;
    }

    public static int recurse(int depth) {
        return recurse(depth + 1) + 1;
    }

    public static void allocateForEver() {
        List<long[]> all = new ArrayList<>();
        while (true) {
            all.add(new long[100_000]);
        }
    }

    public static int[] allocate(int length) {
        Tracer.arrayLength(length);
        return new int[length];
    }

    /** Takes more steps to initialise than a test has. */
    static final class SlowToInitialize {
        static int steps;

        static {
            Tracer.beginInitializer();
            for (int i = 0; i < 2_000_000; i++) {
                Tracer.step();
                steps++;
            }
            Tracer.endInitializer();
        }
    }

    public static int initialize() {
        return SlowToInitialize.steps;
    }

    public static void initializeAndStepForEver() {
        initialize();
        stepForEver();
    }

    public static void spin() {
        while (true) {
            sink++;
        }
    }

    public static int spinInJdk() {
        return BigInteger.valueOf(3).pow(Integer.MAX_VALUE / 4).bitLength();
    }

    /** Survives so many exceptions. */
    public static void spinStubbornly(int lives) {
        for (int i = 0; i < lives; i++) {
            try {
                spin();
            } catch (Throwable swallowed) {
                sink++;
            }
        }
    }

    public static void sleep() throws InterruptedException {
        Thread.sleep(3_600_000);
    }

    /** Waits for a thread that works for longer than a test may wait in vain. */
    public static int waitForWork() throws InterruptedException {
        Thread worker = new Thread(() -> sink = BigInteger.valueOf(3).pow(400_000).toString().length());
        worker.start();
        worker.join();
        return 1;
    }

    public static boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }
}
