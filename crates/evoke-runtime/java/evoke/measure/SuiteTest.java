package evoke.measure;

/** One test of a suite, which can be run by itself and again. */
abstract class SuiteTest {
    /** Name of the class that declares it. */
    final String suite;
    /** Its name there. */
    final String name;

    SuiteTest(String suite, String name) {
        this.suite = suite;
        this.name = name;
    }

    /** Runs it with what its framework does before and after it. */
    abstract TestEnd run() throws Exception;

    /** Runs it as one that was run before; the framework has no part in it where nothing would be different. */
    TestEnd runAgain() throws Exception {
        return run();
    }

    /** Leaves all further runs to the framework; whether that makes a difference. */
    boolean leaveToFramework() {
        return false;
    }
}
