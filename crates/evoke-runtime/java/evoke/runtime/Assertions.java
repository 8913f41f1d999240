package evoke.runtime;

/**
 * Whether {@code assert} statements of the user's classes are checked. Instrumented code asks here in place of the field that {@code javac}
 * keeps it in, whose value compiled code would hold fast.
 */
public final class Assertions {
    static boolean off;

    private Assertions() {}

    /** In place of {@code $assertionsDisabled}. */
    public static boolean areOff() {
        return off;
    }
}
