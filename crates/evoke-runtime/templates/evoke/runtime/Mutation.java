package evoke.runtime;

/**
 * Mutants of the class under test, inline: each mutated instruction asks here, is told what the original gives, and leaves
 * how far its mutants were from making a difference. With one of them switched on, its result is given instead.
 *
 * <p>The mutants of one instruction and operator have consecutive ids from {@code first} on. Where several operators stand to
 * choose from, the original and those of the mutants come as {@link PackedOperators}.
 */
public final class Mutation {
    private static final Object OTHER = new Object();

    /** The mutant that is switched on, or {@link Mutants#NONE}. */
    public static int active = Mutants.NONE;

    public static int[] touchedMutants = {};
    public static double[] infectionDistance = {};
    static int[] mark = {};

    private Mutation() {}

    /** Makes room for the mutants of a class under test, none of them switched on. */
    public static void configure(int mutants) {
        touchedMutants = new int[mutants];
        infectionDistance = new double[mutants];
        mark = new int[mutants];
        active = Mutants.NONE;
    }

    private static void record(int mutant, double distance) {
        if (mutant >= mark.length || Tracer.isOutsider()) {
            return;
        }
        if (mark[mutant] != Tracer.epoch) {
            mark[mutant] = Tracer.epoch;
            infectionDistance[mutant] = distance;
            Tracer.append(TraceState.TOUCHED_MUTANTS, touchedMutants, mutant);
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

    /** The original among packed operators, or after it the one of the mutant at this place. */
    private static int operator(int operators, int position) {
        return operators >> PackedOperators.BITS * position & PackedOperators.MASK;
    }

    // Comparisons. What is given compares with 0 as asked for.

    public static int compare(int left, int right, int relations, int first) {
        return relate((double) left - right, 0, relations, first);
    }

    public static int compareZero(int value, int relations, int first) {
        return relate(value, 0, relations, first);
    }

    /** After a comparison of other numbers, whose difference the tracer kept; none leads away from NaN. */
    public static int compared(int result, int relations, int first) {
        double difference = Tracer.keptDifference();
        boolean ordered = difference == difference;
        return relate(ordered ? difference : result, ordered ? 0 : Tracer.FARTHEST, relations, first);
    }

    private static int relate(double difference, double atLeast, int relations, int first) {
        int relation = operator(relations, 0);
        int chosen = relation;
        for (int position = 0; position < Relation.MUTANTS_OF_COMPARISON; position++) {
            int replacement = operator(relations, position + 1);
            record(first + position, Math.max(atLeast, distanceTo(relation ^ replacement, difference)));
            if (active == first + position) {
                chosen = replacement;
            }
        }
        return operand(relation, holds(chosen, difference));
    }

    /** A boolean test: its mutants hold always or never. */
    public static int test(int value, int relations, int first) {
        int relation = operator(relations, 0);
        boolean outcome = (value == 0) == (relation == Relation.EQUAL);
        boolean chosen = outcome;
        for (int position = 0; position < Relation.MUTANTS_OF_TEST; position++) {
            boolean changed = operator(relations, position + 1) != 0;
            record(first + position, changed != outcome);
            if (active == first + position) {
                chosen = changed;
            }
        }
        return operand(relation, chosen);
    }

    private static boolean holds(int relation, double difference) {
        int sign = difference < 0 ? Relation.LESS : difference == 0 ? Relation.EQUAL : Relation.GREATER;
        return (relation & sign) != 0;
    }

    /** How far a difference is from the nearest of some signs. */
    private static double distanceTo(int signs, double difference) {
        double nearest = Tracer.FARTHEST;
        if ((signs & Relation.LESS) != 0) {
            nearest = difference < 0 ? 0 : difference + 1;
        }
        if ((signs & Relation.EQUAL) != 0) {
            nearest = Math.min(nearest, Math.abs(difference));
        }
        if ((signs & Relation.GREATER) != 0) {
            nearest = Math.min(nearest, difference > 0 ? 0 : 1 - difference);
        }
        return Math.min(nearest, Tracer.FARTHEST);
    }

    /** A number that stands in the relation to 0, or does not. */
    private static int operand(int relation, boolean holds) {
        if (holds == ((relation & Relation.EQUAL) != 0)) {
            return 0;
        }
        return holds == ((relation & Relation.LESS) != 0) ? -1 : 1;
    }

    /** What is null if both are the same. Of the two mutants the first always finds them so, the second never. */
    public static Object same(Object left, Object right, int first) {
        boolean isSame = left == right;
        record(first, !isSame);
        record(first + 1, isSame);
        if (active == first || active == first + 1) {
            isSame = active == first;
        }
        return isSame ? null : OTHER;
    }

    /** What is null if the object is. */
    public static Object same(Object object, int first) {
        return same(object, null, first);
    }

    // Arithmetic.

    /** Whether an integer operation throws. */
    private static boolean dividesByZero(int operator, boolean byZero) {
        return byZero && (operator == ArithmeticOperator.DIVIDE || operator == ArithmeticOperator.REMAINDER);
    }

//for T in int long
    public static $T arithmetic($T left, $T right, int operators, int first) {
        int operator = operator(operators, 0);
        boolean throwsItself = dividesByZero(operator, right == 0);
        $T result = throwsItself ? 0 : apply(operator, left, right);
        if (isOpen(first, ArithmeticOperator.MUTANTS)) {
            for (int position = 0; position < ArithmeticOperator.MUTANTS; position++) {
                int other = operator(operators, position + 1);
                boolean otherThrows = dividesByZero(other, right == 0);
                boolean differs = otherThrows || throwsItself
                        ? otherThrows != throwsItself : apply(other, left, right) != result;
                record(first + position, differs);
                if (active == first + position) {
                    return apply(other, left, right);
                }
            }
        }
        return throwsItself ? apply(operator, left, right) : result;
    }

//end
//for T,Box in float,Float double,Double
    public static $T arithmetic($T left, $T right, int operators, int first) {
        $T result = apply(operator(operators, 0), left, right);
        if (isOpen(first, ArithmeticOperator.MUTANTS)) {
            for (int position = 0; position < ArithmeticOperator.MUTANTS; position++) {
                $T changed = apply(operator(operators, position + 1), left, right);
                record(first + position, $Box.compare(changed, result) != 0);
                if (active == first + position) {
                    return changed;
                }
            }
        }
        return result;
    }

//end
//for T in int long float double
    private static $T apply(int operator, $T left, $T right) {
        switch (operator) {
            case ArithmeticOperator.ADD: return left + right;
            case ArithmeticOperator.SUBTRACT: return left - right;
            case ArithmeticOperator.MULTIPLY: return left * right;
            case ArithmeticOperator.DIVIDE: return left / right;
            default: return left % right;
        }
    }

//end
    // Bitwise operators and shifts.

//for T in int long
    public static $T bitwise($T left, $T right, int operators, int first) {
        $T result = applyBitwise(operator(operators, 0), left, right);
        for (int position = 0; position < BitwiseOperator.MUTANTS; position++) {
            $T changed = applyBitwise(operator(operators, position + 1), left, right);
            record(first + position, changed != result);
            if (active == first + position) {
                return changed;
            }
        }
        return result;
    }

    private static $T applyBitwise(int operator, $T left, $T right) {
        switch (operator) {
            case BitwiseOperator.SHIFT_LEFT: return left << right;
            case BitwiseOperator.SHIFT_RIGHT: return left >> right;
            case BitwiseOperator.UNSIGNED_SHIFT_RIGHT: return left >>> right;
            case BitwiseOperator.AND: return left & right;
            case BitwiseOperator.OR: return left | right;
            default: return left ^ right;
        }
    }

//end
    /** A shift of a long by an int. */
    public static long bitwise(long left, int right, int operators, int first) {
        return bitwise(left, (long) right, operators, first);
    }

    // Values replaced by given ones: constants, unary operators, returned values. What replaces them makes a difference
    // wherever it is reached.

//for T,Widest in int,long long,long float,double double,double
    public static $T replace($T value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? ($T) replaced(($Widest) value, replacement) : value;
    }

//end
//for T in long double
    private static $T replaced($T value, int replacement) {
        switch (replacement) {
            case Replacement.ZERO: return 0;
            case Replacement.ONE: return 1;
            case Replacement.MINUS_ONE: return -1;
            case Replacement.INCREMENTED: return value + 1;
            case Replacement.DECREMENTED: return value - 1;
            case Replacement.NEGATED: return -value;
            default: return value == 0 ? 1 : 0;
        }
    }

//end
    public static String replace(String value, int replacement, int mutant) {
        record(mutant, 0);
        return active == mutant ? replacement == TextReplacement.EMPTY ? "" : value + "_" : value;
    }

    // Values replaced by others that the code has at hand.

//for T in int long Object
    public static $T choose($T value, $T other, int mutant) {
        record(mutant, value != other);
        return active == mutant ? other : value;
    }

//end
//for T,Box in float,Float double,Double
    public static $T choose($T value, $T other, int mutant) {
        record(mutant, $Box.compare(value, other) != 0);
        return active == mutant ? other : value;
    }

//end
    /** A reference that becomes null, where nothing may take its place. */
    public static void againstNull(Object value, int mutant) {
        record(mutant, value != null);
    }
}
