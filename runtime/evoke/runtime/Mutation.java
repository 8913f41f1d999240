package evoke.runtime;

/**
 * Mutants of the class under test, inline: each mutated instruction asks here, is told what the original gives, and leaves
 * how far its mutants were from making a difference. With one of them switched on, its result is given instead.
 *
 * <p>The mutants of one instruction and operator have consecutive ids from {@code first} on, in the order of
 * {@code evoke-analysis}.
 */
public final class Mutation {
    private static final double FARTHEST = 1e300;
    private static final Object OTHER = new Object();

    /** The mutant that is switched on; -1 for none. */
    public static int active = -1;

    public static int[] touchedMutants = {};
    public static double[] infectionDistance = {};
    static int[] mark = {};

    private Mutation() {}

    /** Makes room for the mutants of a class under test, none of them switched on. */
    public static void configure(int mutants) {
        touchedMutants = new int[mutants];
        infectionDistance = new double[mutants];
        mark = new int[mutants];
        active = -1;
    }

    private static void record(int mutant, double distance) {
        if (mutant >= mark.length || Tracer.isOutsider()) {
            return;
        }
        if (mark[mutant] != Tracer.epoch) {
            mark[mutant] = Tracer.epoch;
            infectionDistance[mutant] = distance;
            Tracer.append(Tracer.TOUCHED_MUTANTS, touchedMutants, mutant);
        } else if (distance < infectionDistance[mutant]) {
            infectionDistance[mutant] = distance;
        }
    }

    private static void record(int mutant, boolean differs) {
        record(mutant, differs ? 0 : 1);
    }

    /** Whether one of so many mutants is switched on, or something is still to be learnt about them. */
    private static boolean isOpen(int first, int count) {
        if (active >= first && active < first + count) {
            return true;
        }
        for (int mutant = first; mutant < first + count; mutant++) {
            if (mutant < mark.length && (mark[mutant] != Tracer.epoch || infectionDistance[mutant] != 0)) {
                return true;
            }
        }
        return false;
    }

    /** So many mutants that make a difference wherever they are reached. */
    public static void reached(int first, int count) {
        if (first < mark.length && mark[first] != Tracer.epoch) {
            for (int mutant = first; mutant < first + count; mutant++) {
                record(mutant, 0);
            }
        }
    }

    // Comparisons. Relations are bit sets: 1 less, 2 equal, 4 greater. What is given compares with 0 as asked for.

    public static int compare(int left, int right, int relation, int first) {
        return relate((double) left - right, 0, relation, first);
    }

    public static int compareZero(int value, int relation, int first) {
        return relate(value, 0, relation, first);
    }

    /** After a comparison of other numbers, whose difference the tracer kept; none leads away from NaN. */
    public static int compared(int result, int relation, int first) {
        double difference = Tracer.keptDifference();
        boolean ordered = difference == difference;
        return relate(ordered ? difference : result, ordered ? 0 : FARTHEST, relation, first);
    }

    private static int relate(double difference, double atLeast, int relation, int first) {
        int chosen = relation;
        for (int position = 0; position < 3; position++) {
            int replacement = replacement(relation, position);
            record(first + position, Math.max(atLeast, distanceTo(relation ^ replacement, difference)));
            if (active == first + position) {
                chosen = replacement;
            }
        }
        return operand(relation, holds(chosen, difference));
    }

    /** A boolean test: its mutants are true and false. */
    public static int test(int value, int relation, int first) {
        boolean outcome = (value == 0) == (relation == 2);
        record(first, !outcome);
        record(first + 1, outcome);
        if (active == first) {
            outcome = true;
        } else if (active == first + 1) {
            outcome = false;
        }
        return operand(relation, outcome);
    }

    private static int replacement(int relation, int position) {
        switch (relation) {
            case 1: return position == 0 ? 3 : position == 1 ? 5 : 0;
            case 3: return position == 0 ? 1 : position == 1 ? 2 : 7;
            case 4: return position == 0 ? 6 : position == 1 ? 5 : 0;
            case 6: return position == 0 ? 4 : position == 1 ? 2 : 7;
            case 2: return position == 0 ? 3 : position == 1 ? 6 : 0;
            default: return position == 0 ? 1 : position == 1 ? 4 : 7;
        }
    }

    private static boolean holds(int relation, double difference) {
        int bit = difference < 0 ? 1 : difference == 0 ? 2 : 4;
        return (relation & bit) != 0;
    }

    /** How far a difference is from the nearest of some signs. */
    private static double distanceTo(int signs, double difference) {
        double nearest = FARTHEST;
        if ((signs & 1) != 0) {
            nearest = difference < 0 ? 0 : difference + 1;
        }
        if ((signs & 2) != 0) {
            nearest = Math.min(nearest, Math.abs(difference));
        }
        if ((signs & 4) != 0) {
            nearest = Math.min(nearest, difference > 0 ? 0 : 1 - difference);
        }
        return Math.min(nearest, FARTHEST);
    }

    /** A number that stands in the relation to 0, or does not. */
    private static int operand(int relation, boolean holds) {
        if (holds == ((relation & 2) != 0)) {
            return 0;
        }
        return holds == ((relation & 1) != 0) ? -1 : 1;
    }

    /** What is null if both are the same. */
    public static Object same(Object left, Object right, int mutant) {
        record(mutant, 0);
        return (left == right) != (active == mutant) ? null : OTHER;
    }

    /** What is null if the object is. */
    public static Object same(Object object, int mutant) {
        return same(object, null, mutant);
    }

    // Arithmetic: + - * / % by number.

    public static int arithmetic(int left, int right, int operator, int first) {
        // Evaluated first: it may throw, as the original would.
        boolean throwsItself = operator >= 3 && right == 0;
        int result = throwsItself ? 0 : apply(operator, left, right);
        if (isOpen(first, 4)) {
            int mutant = first;
            for (int other = 0; other < 5; other++) {
                if (other != operator) {
                    boolean otherThrows = other >= 3 && right == 0;
                    boolean differs = otherThrows || throwsItself
                            ? otherThrows != throwsItself : apply(other, left, right) != result;
                    record(mutant, differs);
                    if (active == mutant) {
                        return apply(other, left, right);
                    }
                    mutant++;
                }
            }
        }
        return throwsItself ? apply(operator, left, right) : result;
    }

    private static int apply(int operator, int left, int right) {
        switch (operator) {
            case 0: return left + right;
            case 1: return left - right;
            case 2: return left * right;
            case 3: return left / right;
            default: return left % right;
        }
    }

    public static long arithmetic(long left, long right, int operator, int first) {
        boolean throwsItself = operator >= 3 && right == 0;
        long result = throwsItself ? 0 : apply(operator, left, right);
        if (isOpen(first, 4)) {
            int mutant = first;
            for (int other = 0; other < 5; other++) {
                if (other != operator) {
                    boolean otherThrows = other >= 3 && right == 0;
                    boolean differs = otherThrows || throwsItself
                            ? otherThrows != throwsItself : apply(other, left, right) != result;
                    record(mutant, differs);
                    if (active == mutant) {
                        return apply(other, left, right);
                    }
                    mutant++;
                }
            }
        }
        return throwsItself ? apply(operator, left, right) : result;
    }

    private static long apply(int operator, long left, long right) {
        switch (operator) {
            case 0: return left + right;
            case 1: return left - right;
            case 2: return left * right;
            case 3: return left / right;
            default: return left % right;
        }
    }

    public static float arithmetic(float left, float right, int operator, int first) {
        float result = apply(operator, left, right);
        if (isOpen(first, 4)) {
            int mutant = first;
            for (int other = 0; other < 5; other++) {
                if (other != operator) {
                    float changed = apply(other, left, right);
                    record(mutant, Float.compare(changed, result) != 0);
                    if (active == mutant) {
                        return changed;
                    }
                    mutant++;
                }
            }
        }
        return result;
    }

    private static float apply(int operator, float left, float right) {
        switch (operator) {
            case 0: return left + right;
            case 1: return left - right;
            case 2: return left * right;
            case 3: return left / right;
            default: return left % right;
        }
    }

    public static double arithmetic(double left, double right, int operator, int first) {
        double result = apply(operator, left, right);
        if (isOpen(first, 4)) {
            int mutant = first;
            for (int other = 0; other < 5; other++) {
                if (other != operator) {
                    double changed = apply(other, left, right);
                    record(mutant, Double.compare(changed, result) != 0);
                    if (active == mutant) {
                        return changed;
                    }
                    mutant++;
                }
            }
        }
        return result;
    }

    private static double apply(int operator, double left, double right) {
        switch (operator) {
            case 0: return left + right;
            case 1: return left - right;
            case 2: return left * right;
            case 3: return left / right;
            default: return left % right;
        }
    }

    // Bitwise: << >> >>> & | ^ by number; the mutants are the other two of the same half.

    public static int bitwise(int left, int right, int operator, int first) {
        int result = applyBitwise(operator, left, right);
        int group = operator < 3 ? 0 : 3;
        int mutant = first;
        for (int other = group; other < group + 3; other++) {
            if (other != operator) {
                int changed = applyBitwise(other, left, right);
                record(mutant, changed != result);
                if (active == mutant) {
                    return changed;
                }
                mutant++;
            }
        }
        return result;
    }

    private static int applyBitwise(int operator, int left, int right) {
        switch (operator) {
            case 0: return left << right;
            case 1: return left >> right;
            case 2: return left >>> right;
            case 3: return left & right;
            case 4: return left | right;
            default: return left ^ right;
        }
    }

    public static long bitwise(long left, long right, int operator, int first) {
        long result = applyBitwise(operator, left, right);
        int group = operator < 3 ? 0 : 3;
        int mutant = first;
        for (int other = group; other < group + 3; other++) {
            if (other != operator) {
                long changed = applyBitwise(other, left, right);
                record(mutant, changed != result);
                if (active == mutant) {
                    return changed;
                }
                mutant++;
            }
        }
        return result;
    }

    /** A shift of a long by an int. */
    public static long bitwise(long left, int right, int operator, int first) {
        return bitwise(left, (long) right, operator, first);
    }

    private static long applyBitwise(int operator, long left, long right) {
        switch (operator) {
            case 0: return left << right;
            case 1: return left >> right;
            case 2: return left >>> right;
            case 3: return left & right;
            case 4: return left | right;
            default: return left ^ right;
        }
    }

    // Values replaced by given ones: constants, unary operators, returned values. What replaces them makes a difference
    // wherever it is reached.

    /** Replacements: 0 zero, 1 one, 2 minus one, 3 one more, 4 one less, 5 boolean negation, 6 minus, 7 one if zero else zero. */
    public static int replace(int value, int replacement, int mutant) {
        record(mutant, 0);
        if (active != mutant) {
            return value;
        }
        return replacement == 5 ? value == 0 ? 1 : 0 : (int) replaced(value, replacement);
    }

    public static long replace(long value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? replaced(value, replacement) : value;
    }

    private static long replaced(long value, int replacement) {
        switch (replacement) {
            case 0: return 0;
            case 1: return 1;
            case 2: return -1;
            case 3: return value + 1;
            case 4: return value - 1;
            case 6: return -value;
            default: return value == 0 ? 1 : 0;
        }
    }

    public static float replace(float value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? (float) replaced((double) value, replacement) : value;
    }

    public static double replace(double value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? replaced(value, replacement) : value;
    }

    private static double replaced(double value, int replacement) {
        switch (replacement) {
            case 0: return 0;
            case 1: return 1;
            case 2: return -1;
            case 3: return value + 1;
            case 4: return value - 1;
            case 6: return -value;
            default: return value == 0 ? 1 : 0;
        }
    }

    /** A string that becomes empty (0), or another one (1). */
    public static String replace(String value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? replacement == 0 ? "" : value + "_" : value;
    }

    // Values replaced by others that the place has at hand.

    public static int choose(int value, int other, int mutant) {
        record(mutant, value != other);
        return active == mutant ? other : value;
    }

    public static long choose(long value, long other, int mutant) {
        record(mutant, value != other);
        return active == mutant ? other : value;
    }

    public static float choose(float value, float other, int mutant) {
        record(mutant, Float.compare(value, other) != 0);
        return active == mutant ? other : value;
    }

    public static double choose(double value, double other, int mutant) {
        record(mutant, Double.compare(value, other) != 0);
        return active == mutant ? other : value;
    }

    public static Object choose(Object value, Object other, int mutant) {
        record(mutant, value != other);
        return active == mutant ? other : value;
    }

    /** A reference that becomes null, where nothing may take its place. */
    public static void againstNull(Object value, int mutant) {
        record(mutant, value != null);
    }
}
