package evoke.runtime;

/** Thrown in place of a change to a file that is none of a test's. */
public final class AccessRefused extends Error {
    private static final long serialVersionUID = 1L;

    AccessRefused() {
        super("attempt to change a file outside of the test's folder", null, false, false);
    }
}
