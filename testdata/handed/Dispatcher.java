package handed;

/** Hands its private parts to the objects it works with. */
public class Dispatcher {
    /** What a sink is given. */
    public interface Controls {
        boolean request(long n) throws IllegalStateException;

        void cancel();
    }

    /** Told where its data comes from. */
    public interface Sink {
        void onStart(Controls controls);

        int size();
    }

    /** Runs tasks whenever it likes. */
    public interface Runner {
        void run(Runnable task);
    }

    private long requested;
    private boolean isCancelled;

    private class Gate implements Controls {
        @Override
        public boolean request(long n) {
            if (n <= 0) {
                throw new IllegalStateException("nothing is requested");
            }
            requested += n;
            return requested > n;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    public String connect(Sink sink) {
        sink.onStart(new Gate());
        if (isCancelled) {
            return "cancelled";
        }
        return requested == 0 ? "idle" : "busy";
    }

    public static int later(Runner runner, int value) {
        int[] result = new int[1];
        runner.run(() -> result[0] = value > 100 ? 2 : 1);
        return result[0];
    }
}
