package settings;

/** Works, and rests, until its thread is interrupted. */
public class Worker {
    private int done;

    public int work(int jobs) {
        while (done < jobs) {
            if (Thread.currentThread().isInterrupted()) {
                return -done;
            }
            done++;
        }
        return done;
    }

    public String rest() {
        try {
            Thread.sleep(1);
            return "rested";
        } catch (InterruptedException disturbed) {
            return "disturbed";
        }
    }
}
