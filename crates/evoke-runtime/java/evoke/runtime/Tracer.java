package evoke.runtime;

import static evoke.runtime.TraceState.*;

/**
 * Where instrumented code reports. Static arrays that Rust reads once a test; no call here leaves Java.
 *
 * <p>Entries are valid only where their mark equals {@link #epoch}, so that nothing has to be cleared between tests.
 * Probes allocate nothing, and are short so that HotSpot inlines them.
 *
 * <p>Tests run on one thread, the runner. Threads that a test starts report to that test ({@link OtherThreads}); they may
 * garble what is recorded, but no index is ever out of bounds. What one probe keeps for the next is the runner's alone: of a
 * comparison elsewhere it is known only how it came out.
 *
 * <p>A distance is 0 exactly if the outcome happened. The true outcome of a jump is that it is taken.
 */
public final class Tracer {
    /** The thread that runs tests. */
    static Thread runner;
    /** The runner's context class loader, which tests may change. */
    private static ClassLoader contextLoader;
    /** Whether other threads may report; see {@link #expectOthers}. */
    private static boolean othersReport;

    /** Farther than any pair of numbers; also the distance to a comparison that NaN makes impossible. */
    static final double FARTHEST = 1e300;
    /** How far 0.0 and -0.0 are apart, where they are. */
    private static final double SIGN_OF_ZERO = 1E-30;

    /** Counters that Rust reads with the trace, at the positions of {@link TraceState}. */
    public static int[] state = new int[TraceState.LENGTH];

    public static int[] touchedPredicates = {};
    public static int[] touchedLines = {};
    public static int[] touchedMethods = {};
    public static double[] distanceTrue = {};
    public static double[] distanceFalse = {};
    public static int[] predicateExecutions = {};

    /** By predicate: the run in which it was recorded last. The same of lines and methods. */
    private static int[] predicateMark = {};

    private static int[] lineMark = {};
    private static int[] methodMark = {};
    /**
     * The same marks as long as there is no thread but the runner, then arrays without any entry. So probes need not ask which
     * thread they are on: what is beyond these arrays is looked at carefully.
     */
    private static int[] quickPredicateMark = {};

    private static int[] quickLineMark = {};
    private static int[] quickMethodMark = {};
    private static final int[] NONE = {};
    /** Sites of allocations of this run, hashed; a power of two of them. More than fit count as repeated. */
    private static final int SITES = 1 << 12;
    private static final int[] siteAt = new int[SITES];
    private static final int[] siteMark = new int[SITES];
    /** Number of the run. It goes on through all classes under test: threads left behind know theirs by it. */
    static int epoch = 1;
    /** By the first predicate id of a switch: its keys in ascending order. */
    static int[][] switchKeys = {};

    /**
     * From a call of which it is known where it comes from until a method under test is entered, or, where whole extents of calls are
     * told apart, until the call is over: that context; else none.
     */
    public static int nextContext;
    /** The exception that code under test threw last by a {@code throw} of its own. */
    public static Throwable lastThrown;
    /** By method: the first of its contexts; what that and those after it add to the ids of predicates; the id of the method's entry in each. */
    private static int[] firstContexts = {};

    private static int[][] shifts = {};
    private static int[][] entries = {};

    /** Steps that initialising a class may take, which no test pays for: a class that fails to initialise is lost to all. */
    private static final int INITIALIZER_STEPS = 20_000_000;

    /** Class initialisers under way, one inside the other. Read by the watchdog's thread. */
    static volatile int initializers;
    /** Steps that the test has left when they are done. */
    private static int stepsAfterInitializers;

    /** Steps left, as long as there is no thread but the runner; then 0. */
    static int stepsLeft = Integer.MAX_VALUE;
    /** Steps left, once there are others; 0 before. */
    static int carefulStepsLeft;
    static int maxArrayLength = Integer.MAX_VALUE;

    /** Difference of the operands of the comparison whose result the next jump tests; NaN if one was NaN. */
    private static double difference;
    /** Operand of the {@code instanceof} whose result the next jump tests. */
    private static Object operand;
    /** The predicate that was recorded last, and how far it was from its other outcome. */
    static int lastJump = -1;

    static double lastJumpToOther;
    /** The same of predicates in other classes. */
    static int lastForeignJump = -1;

    static double lastForeignJumpToOther;

    private Tracer() {}

    // Set up by Rust.

    /** Makes room for a class under test. */
    public static void configure(int predicates, int lines, int methods, int arrayLengthLimit) {
        touchedPredicates = new int[predicates];
        distanceTrue = new double[predicates];
        distanceFalse = new double[predicates];
        predicateExecutions = new int[predicates];
        predicateMark = new int[predicates];
        switchKeys = new int[predicates][];
        touchedLines = new int[lines];
        lineMark = new int[lines];
        touchedMethods = new int[methods];
        methodMark = new int[methods];
        choosePath();
        firstContexts = new int[methods];
        shifts = new int[methods][];
        entries = new int[methods][];
        maxArrayLength = arrayLengthLimit;
        StringSwitch.configure(predicates);
        Operands.configure(predicates);
        state = new int[TraceState.LENGTH];
        runner = Thread.currentThread();
        contextLoader = runner.getContextClassLoader();
        OtherThreads.setUp();
    }

    /** Names the keys, ascending, of the switch whose first predicate is given; its default is the predicate after them. */
    public static void setSwitchKeys(int firstPredicate, int[] keys) {
        switchKeys[firstPredicate] = keys;
    }

    /** Names the contexts from this one on that activations of the method are told apart by; those whose entry is 0 are none. */
    public static void setContexts(int method, int firstContext, int[] shiftsOfMethod, int[] entriesOfMethod) {
        firstContexts[method] = firstContext;
        shifts[method] = shiftsOfMethod;
        entries[method] = entriesOfMethod;
    }

    /** Forgets what was recorded and allows so many steps. */
    public static void begin(int steps) {
        // Before anything is recorded: what is removed may be told so.
        ManagedBeans.beginTest();
        if (runner != null && runner.getContextClassLoader() != contextLoader) {
            runner.setContextClassLoader(contextLoader);
        }
        epoch++;
        OtherThreads.begin(epoch);
        state[TOUCHED_PREDICATES] = 0;
        state[TOUCHED_LINES] = 0;
        state[TOUCHED_METHODS] = 0;
        state[EXIT_ATTEMPTS] = 0;
        state[TOUCHED_MUTANTS] = 0;
        state[CALLS] = 0;
        state[REPEATED_ALLOCATIONS] = 0;
        state[LINE_EXECUTIONS] = 0;
        state[THREADS] = 0;
        state[REFUSALS] = 0;
        operand = null;
        lastThrown = null;
        nextContext = CallContexts.NONE;
        lastJump = -1;
        lastForeignJump = -1;
        Decision.clear();
        RegexDistance.forget();
        StringSwitch.forget();
        Operands.clear();
        initializers = 0;
        setStepsLeft(steps);
    }

    /**
     * Other threads may report from now on: the runner, or a thread that it made, has made one, or the common pool has threads.
     * A thread of the JDK's own that happens to enter code under test before that is taken for the runner.
     */
    static void expectOthers() {
        if (!othersReport) {
            int steps = stepsLeft;
            othersReport = true;
            choosePath();
            setStepsLeft(steps);
        }
    }

    /** Whether the common pool has worked since the run began, or has work to do. */
    public static boolean usesPool() {
        return OtherThreads.usesPool();
    }

    /** Returns once the common pool has nothing left to do, or false where that takes too long. */
    public static boolean awaitPool() {
        return OtherThreads.awaitPool();
    }

    /** Keeps the common pool from beginning anything, for some moments at most, until {@link #letPoolGoOn}. */
    public static void delayPool() {
        OtherThreads.delayPool();
    }

    /** The common pool goes on with what it was kept from. */
    public static void letPoolGoOn() {
        OtherThreads.letPoolGoOn();
    }

    private static void choosePath() {
        quickPredicateMark = othersReport ? NONE : predicateMark;
        quickLineMark = othersReport ? NONE : lineMark;
        quickMethodMark = othersReport ? NONE : methodMark;
    }

    /** Steps that the run may still take; none once they are used up. */
    public static int allStepsLeft() {
        return stepsLeft + carefulStepsLeft;
    }

    private static void setStepsLeft(int steps) {
        stepsLeft = othersReport ? 0 : steps;
        carefulStepsLeft = othersReport ? steps : 0;
    }

    /** Whether the current thread is not the one that runs tests. */
    static boolean isElsewhere() {
        return othersReport && Thread.currentThread() != runner;
    }

    /** Whether the current thread does not belong to this run. */
    static boolean isOutsider() {
        return othersReport && OtherThreads.isOutsider();
    }

    // Places.

    /** A method under test is entered. */
    public static void enter(int method) {
        noteEntry(method);
        step();
    }

    private static void enterCarefully(int method) {
        if (method < methodMark.length && methodMark[method] != epoch && !isOutsider()) {
            methodMark[method] = epoch;
            append(TOUCHED_METHODS, touchedMethods, method);
        }
    }

    /** The same; gives what is added to the ids of predicates in this activation: 0 unless it is one of a context. */
    public static int enterInContext(int method) {
        int context = CallContexts.NONE;
        if (nextContext != CallContexts.NONE && !isElsewhere()) {
            context = nextContext;
            nextContext = CallContexts.NONE;
        }
        enter(method);
        return context == CallContexts.NONE ? 0 : shiftIn(method, context);
    }

    /**
     * The same where a context lasts as long as its call: whatever that call runs belongs to it, but for class initialisers, which no
     * other test would run again.
     */
    public static int enterWithin(int method) {
        enter(method);
        int context = nextContext;
        return context == CallContexts.NONE || initializers != 0 || isElsewhere() ? 0 : shiftIn(method, context);
    }

    /** A method is entered that calls from contexts of its own; gives the context that it runs in, for when such a call is over. */
    public static int enterCaller(int method) {
        enter(method);
        return nextContext;
    }

    private static int shiftIn(int method, int context) {
        int[] ofMethod = entries[method];
        int position = context - firstContexts[method];
        if (ofMethod == null || position < 0 || position >= ofMethod.length || ofMethod[position] == 0) {
            return 0;
        }
        noteEntry(ofMethod[position]);
        return shifts[method][position];
    }

    /** A method, or a method in a context, is entered. */
    private static void noteEntry(int entry) {
        if (entry >= quickMethodMark.length) {
            enterCarefully(entry);
        } else if (quickMethodMark[entry] != epoch) {
            quickMethodMark[entry] = epoch;
            append(TOUCHED_METHODS, touchedMethods, entry);
        }
    }

    /** A call is about to be made from this context. */
    public static void callFrom(int context) {
        if (!isElsewhere()) {
            nextContext = context;
        }
    }

    /** Code under test is about to throw this. */
    public static void thrown(Throwable exception) {
        if (!isOutsider()) {
            lastThrown = exception;
        }
    }

    /** A line under test begins. */
    public static void line(int line) {
        if (line >= quickLineMark.length) {
            lineCarefully(line);
        } else if (quickLineMark[line] != epoch) {
            quickLineMark[line] = epoch;
            append(TOUCHED_LINES, touchedLines, line);
        }
    }

    private static void lineCarefully(int line) {
        if (line < lineMark.length && lineMark[line] != epoch && !isOutsider()) {
            lineMark[line] = epoch;
            append(TOUCHED_LINES, touchedLines, line);
        }
    }

    static void append(int counter, int[] touched, int id) {
        int position = state[counter];
        if (position < touched.length) {
            touched[position] = id;
            state[counter] = position + 1;
        }
    }

    // What a run costs.

    /** A method is about to be called. */
    public static void countCall() {
        count(CALLS);
    }

    /** A line begins, whether it did before or not. */
    public static void countLine() {
        count(LINE_EXECUTIONS);
    }

    private static void count(int counter) {
        if (!isOutsider()) {
            state[counter]++;
        }
    }

    /** An object or array is about to be made at this place. */
    public static void countAllocation(int site) {
        if (isOutsider()) {
            return;
        }
        int slot = (site * 0x9E3779B1) >>> 20;
        for (int probes = 0; probes < SITES; probes++) {
            if (siteMark[slot] != epoch) {
                siteMark[slot] = epoch;
                siteAt[slot] = site;
                return;
            }
            if (siteAt[slot] == site) {
                break;
            }
            slot = (slot + 1) & (SITES - 1);
        }
        state[REPEATED_ALLOCATIONS]++;
    }

    // Limits.

    /** A method is entered or a loop goes round. */
    public static void step() {
        if (--stepsLeft < 0) {
            stepCarefully();
        }
    }

    private static void stepCarefully() {
        stepsLeft = 0;
        if (isOutsider()) {
            OtherThreads.step();
        } else if (--carefulStepsLeft < 0) {
            carefulStepsLeft = 0;
            throw new StepsExhausted();
        }
    }

    /** The initialiser of this class begins. */
    public static void beginInitializer(Class<?> type) {
        StaticState.initialized(type);
        beginInitializer();
    }

    /** A class initialiser begins. One that throws never ends; the next test begins without it. */
    public static void beginInitializer() {
        if (isOutsider()) {
            OtherThreads.beginInitializer(INITIALIZER_STEPS);
        } else if (initializers++ == 0) {
            if (!isElsewhere()) {
                StaticState.beginInitializers();
            }
            stepsAfterInitializers = allStepsLeft();
            setStepsLeft(INITIALIZER_STEPS);
        }
    }

    /** A class initialiser returns. */
    public static void endInitializer() {
        if (isOutsider()) {
            return;
        }
        if (initializers == 1 && !isElsewhere()) {
            // As long as they count as running the watchdog grants them their time.
            StaticState.endInitializers();
        }
        if (--initializers == 0) {
            setStepsLeft(stepsAfterInitializers);
        }
    }

    /** An array of this length is about to be made. */
    public static void arrayLength(int length) {
        if (length > maxArrayLength) {
            throw new AllocationRefused();
        }
    }

    /** An array of arrays is about to be made; these are its last two dimensions. */
    public static void arrayLengths(int outer, int inner) {
        if (outer > 0 && (long) outer * Math.max(inner, 1) > maxArrayLength) {
            throw new AllocationRefused();
        }
    }

    /** What is thrown in place of what a test must not do with files. It counts even if it is caught. */
    static AccessRefused refuse() {
        count(REFUSALS);
        return new AccessRefused();
    }

    /**
     * A file that is none of a test's was kept from being changed: the run is over. In a class initialiser that is noted and no more: one that
     * throws is never run again, and leaves a class that no later test can use.
     */
    static void endAfterRefusal() {
        if (initializers == 0 || isElsewhere()) {
            throw refuse();
        }
        count(REFUSALS);
    }

    /** In place of {@link System#exit}. */
    public static void exit(int status) {
        count(EXIT_ATTEMPTS);
        throw new ExitAttempt();
    }

    /** In place of {@link Runtime#exit}. */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    /** In place of {@link Runtime#halt}. */
    public static void halt(Runtime runtime, int status) {
        exit(status);
    }

    // Jumps on integers.

    public static void ifIcmpEq(int left, int right, int predicate) {
        equal(left, right, predicate);
    }

    public static void ifIcmpNe(int left, int right, int predicate) {
        notEqual(left, right, predicate);
    }

    public static void ifIcmpLt(int left, int right, int predicate) {
        less(left, right, predicate);
    }

    public static void ifIcmpGe(int left, int right, int predicate) {
        greaterOrEqual(left, right, predicate);
    }

    public static void ifIcmpGt(int left, int right, int predicate) {
        less(right, left, predicate);
    }

    public static void ifIcmpLe(int left, int right, int predicate) {
        greaterOrEqual(right, left, predicate);
    }

    public static void ifEq(int value, int predicate) {
        equal(value, 0, predicate);
    }

    public static void ifNe(int value, int predicate) {
        notEqual(value, 0, predicate);
    }

    public static void ifLt(int value, int predicate) {
        less(value, 0, predicate);
    }

    public static void ifGe(int value, int predicate) {
        greaterOrEqual(value, 0, predicate);
    }

    public static void ifGt(int value, int predicate) {
        less(0, value, predicate);
    }

    public static void ifLe(int value, int predicate) {
        greaterOrEqual(0, value, predicate);
    }

    private static void equal(int left, int right, int predicate) {
        if (Operands.recording) {
            Operands.ints(predicate, left, right);
        }
        if (left == right) {
            record(predicate, 0, 1);
        } else {
            record(predicate, Math.abs((double) left - right), 0);
        }
    }

    private static void notEqual(int left, int right, int predicate) {
        if (Operands.recording) {
            Operands.ints(predicate, left, right);
        }
        if (left == right) {
            record(predicate, 1, 0);
        } else {
            record(predicate, 0, Math.abs((double) left - right));
        }
    }

    private static void less(int left, int right, int predicate) {
        if (Operands.recording) {
            Operands.ints(predicate, left, right);
        }
        double apart = (double) left - right;
        if (apart < 0) {
            record(predicate, 0, -apart);
        } else {
            record(predicate, apart + 1, 0);
        }
    }

    private static void greaterOrEqual(int left, int right, int predicate) {
        if (Operands.recording) {
            Operands.ints(predicate, left, right);
        }
        double apart = (double) left - right;
        if (apart >= 0) {
            record(predicate, 0, apart + 1);
        } else {
            record(predicate, -apart, 0);
        }
    }

    // Comparisons of longs and floating point numbers, each in place of the instruction of its name.

    public static int lcmp(long left, long right) {
        if (Operands.recording) {
            Operands.keep(left, right);
        }
        long apart = left - right;
        boolean overflown = ((left ^ right) & (left ^ apart)) < 0;
        keep(overflown ? (double) left - (double) right : (double) apart);
        return left < right ? -1 : left == right ? 0 : 1;
    }

    /** {@code Integer.compare} */
    public static int compare(int left, int right) {
        return lcmp(left, right);
    }

    /** {@code Float.compare} */
    public static int compare(float left, float right) {
        dcmpl(left, right);
        return keptResult(Float.compare(left, right), left == right);
    }

    /** {@code Double.compare} */
    public static int compare(double left, double right) {
        dcmpl(left, right);
        return keptResult(Double.compare(left, right), left == right);
    }

    /** The result of such a call, to which -0.0 and 0.0 are not the same, though they are as near as numbers can be. */
    private static int keptResult(int result, boolean isSameNumber) {
        if (result != 0 && isSameNumber) {
            keep(SIGN_OF_ZERO);
        }
        return result;
    }

    public static int fcmpl(float left, float right) {
        return dcmpl(left, right);
    }

    public static int fcmpg(float left, float right) {
        return dcmpg(left, right);
    }

    public static int dcmpl(double left, double right) {
        if (Operands.recording) {
            Operands.keep(left, right);
        }
        // Equal infinities have no difference.
        keep(left == right ? 0 : left - right);
        return left > right ? 1 : left == right ? 0 : -1;
    }

    public static int dcmpg(double left, double right) {
        if (Operands.recording) {
            Operands.keep(left, right);
        }
        keep(left == right ? 0 : left - right);
        return left < right ? -1 : left == right ? 0 : 1;
    }

    private static void keep(double newDifference) {
        if (!isElsewhere()) {
            difference = newDifference;
        }
    }

    // Jumps on the result of such a comparison, which has just left its difference.

    public static void comparedEq(int result, int predicate) {
        noteOperands(predicate);
        if (result == 0) {
            record(predicate, 0, 1);
        } else {
            record(predicate, distance(0), 0);
        }
    }

    public static void comparedNe(int result, int predicate) {
        noteOperands(predicate);
        if (result == 0) {
            record(predicate, 1, 0);
        } else {
            record(predicate, 0, distance(0));
        }
    }

    public static void comparedLt(int result, int predicate) {
        noteOperands(predicate);
        if (result < 0) {
            record(predicate, 0, distance(0));
        } else {
            record(predicate, distance(1), 0);
        }
    }

    public static void comparedGe(int result, int predicate) {
        noteOperands(predicate);
        if (result >= 0) {
            record(predicate, 0, distance(1));
        } else {
            record(predicate, distance(0), 0);
        }
    }

    public static void comparedGt(int result, int predicate) {
        noteOperands(predicate);
        if (result > 0) {
            record(predicate, 0, distance(0));
        } else {
            record(predicate, distance(1), 0);
        }
    }

    public static void comparedLe(int result, int predicate) {
        noteOperands(predicate);
        if (result <= 0) {
            record(predicate, 0, distance(1));
        } else {
            record(predicate, distance(0), 0);
        }
    }

    /** The difference that a comparison left for the jump after it. */
    static double keptDifference() {
        return difference;
    }

    private static void noteOperands(int predicate) {
        if (Operands.recording) {
            Operands.kept(predicate);
        }
    }

    /** Size of the difference, plus what a strict comparison needs beyond it. */
    private static double distance(int beyond) {
        if (isElsewhere()) {
            return 1;
        }
        double apart = Math.abs(difference) + beyond;
        return apart < FARTHEST ? apart : FARTHEST;
    }

    // Jumps on the result of a call whose operands have just been kept.

    public static void decidedEq(int result, int predicate) {
        decided(predicate, result == 0);
    }

    public static void decidedNe(int result, int predicate) {
        decided(predicate, result != 0);
    }

    public static void decidedLt(int result, int predicate) {
        decided(predicate, result < 0);
    }

    public static void decidedGe(int result, int predicate) {
        decided(predicate, result >= 0);
    }

    public static void decidedNull(Object result, int predicate) {
        decided(predicate, result == null, result == null && Decision.isOfNull());
    }

    public static void decidedNonNull(Object result, int predicate) {
        decided(predicate, result != null, result == null && Decision.isOfNull());
    }

    private static void decided(int predicate, boolean taken) {
        decided(predicate, taken, !Decision.isOfNull());
    }

    /** {@code isKnown} says whether what was kept is about this result. */
    private static void decided(int predicate, boolean taken, boolean isKnown) {
        if (isElsewhere() || !isKnown) {
            outcome(predicate, taken);
            return;
        }
        if (Operands.recording) {
            Decision.noteOperands(predicate);
        }
        double toOther = Decision.toOther();
        Decision.forget();
        if (taken) {
            record(predicate, 0, toOther);
        } else {
            record(predicate, toOther, 0);
        }
    }

    // Jumps on references.

    public static void ifAcmpEq(Object left, Object right, int predicate) {
        outcome(predicate, left == right);
    }

    public static void ifAcmpNe(Object left, Object right, int predicate) {
        outcome(predicate, left != right);
    }

    public static void ifNull(Object value, int predicate) {
        outcome(predicate, value == null);
    }

    public static void ifNonNull(Object value, int predicate) {
        outcome(predicate, value != null);
    }

    private static void outcome(int predicate, boolean taken) {
        if (taken) {
            record(predicate, 0, 1);
        } else {
            record(predicate, 1, 0);
        }
    }

    /** The operand of an {@code instanceof} that a jump follows. */
    public static void instanceOf(Object object) {
        if (!isElsewhere()) {
            operand = object;
        }
    }

    /** The operand just kept, which is kept no longer. */
    private static Object takeOperand() {
        Object object = operand;
        operand = null;
        return object;
    }

    /** A jump that is taken if the object just tested is no instance. */
    public static void ifNotInstance(int result, int predicate, Class<?> target) {
        if (isElsewhere()) {
            outcome(predicate, result == 0);
            return;
        }
        Object object = takeOperand();
        if (result == 0) {
            record(predicate, 0, TypeDistance.of(object, target));
        } else {
            record(predicate, 1, 0);
        }
    }

    /** A jump that is taken if the object just tested is an instance. */
    public static void ifInstance(int result, int predicate, Class<?> target) {
        if (isElsewhere()) {
            outcome(predicate, result != 0);
            return;
        }
        Object object = takeOperand();
        if (result == 0) {
            record(predicate, TypeDistance.of(object, target), 0);
        } else {
            record(predicate, 0, 1);
        }
    }

    // Switches.

    /** A switch whose first predicate is given is about to jump on this key. */
    public static void switchOn(int key, int firstPredicate) {
        int[] keys = keysOf(firstPredicate);
        if (keys == null) {
            return;
        }
        boolean matched = false;
        for (int position = 0; position < keys.length; position++) {
            int predicate = firstPredicate + position;
            if (Operands.recording) {
                Operands.ints(predicate, key, keys[position]);
            }
            if (keys[position] == key) {
                matched = true;
                record(predicate, 0, 1);
            } else {
                record(predicate, Math.abs((double) key - keys[position]), 0);
            }
        }
        int defaultPredicate = firstPredicate + keys.length;
        if (matched) {
            record(defaultPredicate, distanceToNoCase(key, keys), 0);
        } else {
            record(defaultPredicate, 0, 1);
        }
    }

    /** The keys of a switch in ascending order, or null if it is not known. */
    static int[] keysOf(int firstPredicate) {
        return firstPredicate < switchKeys.length ? switchKeys[firstPredicate] : null;
    }

    /** How far the nearest value is that is no key, for a value that is one. */
    private static double distanceToNoCase(int key, int[] keys) {
        int position = java.util.Arrays.binarySearch(keys, key);
        if (position < 0) {
            return 1;
        }
        int above = 1;
        while (position + above < keys.length && keys[position + above] - above == key) {
            above++;
        }
        int below = 1;
        while (below <= position && keys[position - below] + below == key) {
            below++;
        }
        boolean noneAbove = key + above < key;
        boolean noneBelow = key - below > key;
        return noneAbove || !noneBelow && below < above ? below : above;
    }

    /** A predicate came out in the way whose distance is 0. */
    static void record(int predicate, double toTrue, double toFalse) {
        if (predicate >= quickPredicateMark.length) {
            recordCarefully(predicate, toTrue, toFalse);
            return;
        }
        lastJump = predicate;
        lastJumpToOther = toTrue + toFalse;
        if (quickPredicateMark[predicate] != epoch) {
            quickPredicateMark[predicate] = epoch;
            append(TOUCHED_PREDICATES, touchedPredicates, predicate);
            distanceTrue[predicate] = toTrue;
            distanceFalse[predicate] = toFalse;
            predicateExecutions[predicate] = 1;
            return;
        }
        predicateExecutions[predicate]++;
        if (toTrue < distanceTrue[predicate]) {
            distanceTrue[predicate] = toTrue;
        }
        if (toFalse < distanceFalse[predicate]) {
            distanceFalse[predicate] = toFalse;
        }
    }

    /** The same of a predicate of another class, or on what may be another thread. Written out again: a call between the two would cost every probe. */
    private static void recordCarefully(int predicate, double toTrue, double toFalse) {
        boolean isForeign = predicate >= predicateMark.length;
        if (!isElsewhere()) {
            if (isForeign) {
                lastForeignJump = predicate;
                lastForeignJumpToOther = toTrue + toFalse;
            } else {
                lastJump = predicate;
                lastJumpToOther = toTrue + toFalse;
            }
        }
        if (isForeign || isOutsider()) {
            return;
        }
        if (predicateMark[predicate] != epoch) {
            predicateMark[predicate] = epoch;
            append(TOUCHED_PREDICATES, touchedPredicates, predicate);
            distanceTrue[predicate] = toTrue;
            distanceFalse[predicate] = toFalse;
            predicateExecutions[predicate] = 1;
            return;
        }
        predicateExecutions[predicate]++;
        distanceTrue[predicate] = Math.min(toTrue, distanceTrue[predicate]);
        distanceFalse[predicate] = Math.min(toFalse, distanceFalse[predicate]);
    }
}
