package evoke.runtime;

/** Thrown in place of ending the JVM. */
public final class ExitAttempt extends Error {
    private static final long serialVersionUID = 1L;

    ExitAttempt() {
        super("attempt to end the JVM", null, false, false);
    }
}
