package closing;

/** Can be closed, and never opened again. */
final class Registry {
    private static boolean closed;

    private Registry() {}

    static void close() {
        closed = true;
    }

    static String[] names() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        return new String[] {"a", "b"};
    }
}
