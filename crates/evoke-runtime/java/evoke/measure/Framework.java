package evoke.measure;

import java.util.List;

/** A test framework; they are reached by reflection, as Evoke is not compiled against any. */
interface Framework {
    /** The tests of a class in the framework's order; none if it finds none in it. */
    List<SuiteTest> testsOf(Class<?> type) throws Exception;
}
