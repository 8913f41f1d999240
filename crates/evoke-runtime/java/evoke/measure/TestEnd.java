package evoke.measure;

/** How a run of a test ended. */
final class TestEnd {
    static final TestEnd PASSED = new TestEnd(false, null);
    static final TestEnd SKIPPED = new TestEnd(true, null);

    /** Whether the framework left it out, or it gave itself up for an assumption that does not hold. */
    final boolean isSkipped;
    /** What made it fail, or null. */
    final Throwable failure;

    private TestEnd(boolean isSkipped, Throwable failure) {
        this.isSkipped = isSkipped;
        this.failure = failure;
    }

    static TestEnd failed(Throwable failure) {
        return new TestEnd(false, failure);
    }
}
