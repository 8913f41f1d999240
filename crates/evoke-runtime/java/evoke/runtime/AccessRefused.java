package evoke.runtime;

/** Thrown in place of a change to a file that is none of a test's, or of a look at all files of the machine. */
public final class AccessRefused extends Error {
    private static final long serialVersionUID = 1L;

    AccessRefused() {
        super("attempt to reach files outside of the test's folder", null, false, false);
    }
}
