package evoke.verify;

/** A test framework that tells a {@link CostMeter} when tests begin and end. */
interface JUnitCosts {
    /** Runs all tests of a class, none if it has none. */
    void run(Class<?> suite) throws Exception;
}
