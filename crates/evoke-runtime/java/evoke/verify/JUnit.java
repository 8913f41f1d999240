package evoke.verify;

/** A way to run tests; test frameworks are reached by reflection, as Evoke is not compiled against any. */
interface JUnit {
    /** Runs these test methods of the suite, which are all it has, one after the other. */
    void run(Class<?> suite, String[] tests, Listener listener) throws Exception;

    /** Is told of every test that begins, and then of its end. */
    interface Listener {
        void started(String test);

        /** {@code failure} is what made the test fail, or null. */
        void ended(String test, Throwable failure);
    }
}
