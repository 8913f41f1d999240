package evoke.runtime;

/** Thrown by instrumented code once the test has used up its steps, and again at each later step. */
public final class StepsExhausted extends Error {
    private static final long serialVersionUID = 1L;

    StepsExhausted() {
        super("step budget used up", null, false, false);
    }
}
