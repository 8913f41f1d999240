package evoke.verify;

/** A test framework of the user's class path, reached by reflection: Evoke is not compiled against any. */
interface JUnit {
    /** Runs one test method; what made it fail, or null. */
    Throwable run(Class<?> suite, String test) throws Exception;
}
