package evoke.runtime;

/** Thrown in place of an allocation that is larger than a test may make. */
public final class AllocationRefused extends OutOfMemoryError {
    private static final long serialVersionUID = 1L;

    AllocationRefused() {
        super("array larger than a test may allocate");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
