package sample;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits in every way that there is, most of them for what does not come. */
public class Waits {
    /** How many milliseconds a sleep of so many takes, by the clock. */
    public static long sleep(int millis) throws InterruptedException {
        long start = System.currentTimeMillis();
        Thread.sleep(millis);
        return System.currentTimeMillis() - start;
    }

    public static Object poll(int millis) throws InterruptedException {
        return new LinkedBlockingQueue<Object>().poll(millis, TimeUnit.MILLISECONDS);
    }

    public static int waitOnMonitor(int millis) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(millis);
        }
        return 1;
    }

    public static int acquire() throws InterruptedException {
        new Semaphore(0).acquire();
        return 1;
    }

    /** Waits for ever, and goes on all the same when that is ended. */
    public static int acquireStubbornly() {
        try {
            new Semaphore(0).acquire();
        } catch (Throwable swallowed) {
            return 1;
        }
        return 0;
    }

    public static void waitWithoutMonitor() throws InterruptedException {
        new Object().wait(1);
    }

    public static void sleepInterrupted() throws InterruptedException {
        Thread.currentThread().interrupt();
        Thread.sleep(1);
    }

    /** Waits 50 ms in the given way for what another thread does after some work; whether it had done that by then. */
    public static boolean isDoneInTime(int way) throws InterruptedException {
        Object monitor = new Object();
        boolean[] isDone = new boolean[1];
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            new Random(1).ints(20_000).sorted().sum();
            synchronized (monitor) {
                isDone[0] = true;
                monitor.notifyAll();
            }
            done.countDown();
        });
        synchronized (monitor) {
            other.start();
            if (way == 0) {
                monitor.wait(50);
                return isDone[0];
            }
        }
        return done.await(50, TimeUnit.MILLISECONDS);
    }

    /** Waits for a thread that waits for this one. */
    public static int handOver() throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                ready.await();
                done.countDown();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        ready.countDown();
        done.await();
        other.join();
        return 1;
    }

    /** Whether a thread that waits until tomorrow still waits after a while. */
    public static boolean waitsUntilTomorrow() throws InterruptedException {
        long tomorrow = System.currentTimeMillis() + 86_400_000;
        Thread sleeper = new Thread(() -> LockSupport.parkUntil(tomorrow));
        sleeper.start();
        sleeper.join(20);
        boolean waits = sleeper.isAlive();
        LockSupport.unpark(sleeper);
        sleeper.join();
        return waits;
    }
}
