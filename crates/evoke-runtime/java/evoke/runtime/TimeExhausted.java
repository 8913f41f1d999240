package evoke.runtime;

/** Sent into a test that runs for too long in code that counts no steps. */
final class TimeExhausted extends Error {
    private static final long serialVersionUID = 1L;

    TimeExhausted() {
        super(null, null, false, false);
    }

    /** Gives one that was sent too late a place to arrive at, and takes back the interrupt that came with it. */
    static boolean arrive() {
        return Thread.interrupted();
    }
}
