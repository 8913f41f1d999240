package criteria;

import java.io.IOException;

/** Its level rises and never falls. */
public class Meter {
    public enum State { LOW, HIGH }

    private int level;

    public void raise(int by) {
        check(by);
        level = Math.min(level + by, 100);
    }

    private static void check(int by) {
        if (by < 0 || by > 100) {
            throw new IllegalArgumentException("out of range");
        }
    }

    public int level() {
        return level;
    }

    public State state() {
        return level > 10 ? State.HIGH : State.LOW;
    }

    public String label(String text) throws IOException {
        if (text == null) {
            throw new IOException("no text");
        }
        return text.substring(3);
    }

    public boolean reads(Boolean on) {
        return on;
    }
}
