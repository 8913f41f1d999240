package evoke.runtime;

import java.util.Collections;
import java.util.Optional;
import java.util.stream.Stream;

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

    /**
     * By the first mutant of an instruction and operator: the run in which nothing is left to learn about them, since each has made a
     * difference. Loops ask millions of times; that costs them one look then.
     */
    static int[] closed = {};

    private Mutation() {}

    /** Makes room for the mutants of a class under test, none of them switched on. */
    public static void configure(int mutants) {
        touchedMutants = new int[mutants];
        infectionDistance = new double[mutants];
        mark = new int[mutants];
        closed = new int[mutants];
        active = Mutants.NONE;
    }

    private static void record(int mutant, double distance) {
        if (mutant >= mark.length) {
            return;
        }
        boolean isFirst = mark[mutant] != Tracer.epoch;
        if (!isFirst && distance >= infectionDistance[mutant] || Tracer.isOutsider()) {
            return;
        }
        infectionDistance[mutant] = distance;
        if (isFirst) {
            mark[mutant] = Tracer.epoch;
            Tracer.append(TraceState.TOUCHED_MUTANTS, touchedMutants, mutant);
        }
    }

    private static void record(int mutant, boolean differs) {
        record(mutant, differs ? 0 : 1);
    }

    /** The one mutant of an instruction and operator has been reached. */
    private static void note(int mutant, boolean differs) {
        record(mutant, differs);
        closeIfInfected(mutant, 1);
    }

    /**
     * Whether nothing is left to learn about the mutants of one instruction and operator in this run, and none is switched on. Small
     * enough for C1 to take it into its callers' callers.
     */
    private static boolean isClosed(int first) {
        return first < closed.length && closed[first] == Tracer.epoch;
    }

    private static boolean isInfected(int mutant) {
        return mutant < mark.length && mark[mutant] == Tracer.epoch && infectionDistance[mutant] == 0;
    }

    /** So many mutants of one instruction have been looked at. */
    private static void closeIfInfected(int first, int count) {
        for (int mutant = first; mutant < first + count; mutant++) {
            if (active == mutant || !isInfected(mutant)) {
                return;
            }
        }
        closed[first] = Tracer.epoch;
    }

    /** So many mutants that make a difference wherever they are reached. */
    public static void reached(int first, int count) {
        if (first < mark.length && mark[first] != Tracer.epoch) {
            for (int mutant = first; mutant < first + count; mutant++) {
                record(mutant, 0);
            }
        }
    }

    /** Whether a call that gives nothing is left out: what is switched on is the mutant that deletes it. */
    public static boolean leavesOut(int mutant) {
        reached(mutant, 1);
        return active == mutant;
    }

    /** The original among packed operators, or after it the one of the mutant at this place. */
    private static int operator(int operators, int position) {
        return operators >> PackedOperators.BITS * position & PackedOperators.MASK;
    }

    // Comparisons. What is given compares with 0 as asked for.

    public static int compare(int left, int right, int relations, int first) {
        return isClosed(first)
                ? Integer.compare(left, right) : relate((double) left - right, 0, relations, first);
    }

    public static int compareZero(int value, int relations, int first) {
        return isClosed(first) ? value : relate(value, 0, relations, first);
    }

    /** After a comparison of other numbers, whose difference the tracer kept; none leads away from NaN. */
    public static int compared(int result, int relations, int first) {
        if (isClosed(first)) {
            return result;
        }
        double difference = Tracer.keptDifference();
        boolean ordered = difference == difference;
        return relate(ordered ? difference : result, ordered ? 0 : Tracer.FARTHEST, relations, first);
    }

    private static int relate(double difference, double atLeast, int relations, int first) {
        int relation = operator(relations, 0);
        int chosen = relation;
        double fromLess = difference < 0 ? 0 : difference + 1;
        double fromEqual = difference < 0 ? -difference : difference;
        double fromGreater = difference > 0 ? 0 : 1 - difference;
        for (int position = 0; position < Relation.MUTANTS_OF_COMPARISON; position++) {
            int replacement = operator(relations, position + 1);
            if (!isInfected(first + position)) {
                double distance = nearest(relation ^ replacement, fromLess, fromEqual, fromGreater);
                record(first + position, distance < atLeast ? atLeast : distance);
            }
            if (active == first + position) {
                chosen = replacement;
            }
        }
        closeIfInfected(first, Relation.MUTANTS_OF_COMPARISON);
        return operand(relation, holds(chosen, difference));
    }

    /** How far a difference is from the nearest of some signs, of which it is that far away each. */
    private static double nearest(int signs, double fromLess, double fromEqual, double fromGreater) {
        double nearest = Tracer.FARTHEST;
        if ((signs & Relation.LESS) != 0 && fromLess < nearest) {
            nearest = fromLess;
        }
        if ((signs & Relation.EQUAL) != 0 && fromEqual < nearest) {
            nearest = fromEqual;
        }
        if ((signs & Relation.GREATER) != 0 && fromGreater < nearest) {
            nearest = fromGreater;
        }
        return nearest;
    }

    /** A boolean test: its mutants hold always or never. */
    public static int test(int value, int relations, int first) {
        return isClosed(first) ? value : testOpen(value, relations, first);
    }

    private static int testOpen(int value, int relations, int first) {
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
        closeIfInfected(first, Relation.MUTANTS_OF_TEST);
        return operand(relation, chosen);
    }

    private static boolean holds(int relation, double difference) {
        int sign = difference < 0 ? Relation.LESS : difference == 0 ? Relation.EQUAL : Relation.GREATER;
        return (relation & sign) != 0;
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
        return isClosed(first)
                ? apply(operator(operators, 0), left, right) : arithmeticOpen(left, right, operators, first);
    }

    private static $T arithmeticOpen($T left, $T right, int operators, int first) {
        int operator = operator(operators, 0);
        int chosen = operator;
        boolean throwsItself = dividesByZero(operator, right == 0);
        $T result = throwsItself ? 0 : apply(operator, left, right);
        for (int position = 0; position < ArithmeticOperator.MUTANTS; position++) {
            int other = operator(operators, position + 1);
            boolean otherThrows = dividesByZero(other, right == 0);
            boolean differs = otherThrows || throwsItself
                    ? otherThrows != throwsItself : apply(other, left, right) != result;
            record(first + position, differs);
            if (active == first + position) {
                chosen = other;
            }
        }
        closeIfInfected(first, ArithmeticOperator.MUTANTS);
        return apply(chosen, left, right);
    }

//end
//for T,Box in float,Float double,Double
    public static $T arithmetic($T left, $T right, int operators, int first) {
        return isClosed(first)
                ? apply(operator(operators, 0), left, right) : arithmeticOpen(left, right, operators, first);
    }

    private static $T arithmeticOpen($T left, $T right, int operators, int first) {
        $T result = apply(operator(operators, 0), left, right);
        $T given = result;
        for (int position = 0; position < ArithmeticOperator.MUTANTS; position++) {
            $T changed = apply(operator(operators, position + 1), left, right);
            record(first + position, $Box.compare(changed, result) != 0);
            if (active == first + position) {
                given = changed;
            }
        }
        closeIfInfected(first, ArithmeticOperator.MUTANTS);
        return given;
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
        return isClosed(first)
                ? applyBitwise(operator(operators, 0), left, right) : bitwiseOpen(left, right, operators, first);
    }

    private static $T bitwiseOpen($T left, $T right, int operators, int first) {
        $T result = applyBitwise(operator(operators, 0), left, right);
        $T given = result;
        for (int position = 0; position < BitwiseOperator.MUTANTS; position++) {
            $T changed = applyBitwise(operator(operators, position + 1), left, right);
            record(first + position, changed != result);
            if (active == first + position) {
                given = changed;
            }
        }
        closeIfInfected(first, BitwiseOperator.MUTANTS);
        return given;
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
        return isClosed(mutant) ? value : replaceOpen(value, replacement, mutant);
    }

    private static $T replaceOpen($T value, int replacement, int mutant) {
        note(mutant, true);
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
        note(mutant, true);
        return active == mutant ? replacement == TextReplacement.EMPTY ? "" : value + "_" : value;
    }

    // Values replaced by others that the code has at hand.

//for T in int long Object
    public static $T choose($T value, $T other, int mutant) {
        return isClosed(mutant) ? value : chooseOpen(value, other, mutant);
    }

    private static $T chooseOpen($T value, $T other, int mutant) {
        note(mutant, value != other);
        return active == mutant ? other : value;
    }

//end
//for T,Box in float,Float double,Double
    public static $T choose($T value, $T other, int mutant) {
        return isClosed(mutant) ? value : chooseOpen(value, other, mutant);
    }

    private static $T chooseOpen($T value, $T other, int mutant) {
        note(mutant, $Box.compare(value, other) != 0);
        return active == mutant ? other : value;
    }

//end
    /** An object that is returned, in whose place one that holds nothing or the box of a constant may come. */
    public static Object returned(Object value, int object, int mutant) {
        return isClosed(mutant) ? value : returnedOpen(value, object, mutant);
    }

    private static Object returnedOpen(Object value, int object, int mutant) {
        Object other = returnedObject(object);
        // No list or map is asked, since code under test can have made it.
        boolean isSame = value == other || object >= ReturnedObject.STRING && other.equals(value);
        note(mutant, !isSame);
        return active == mutant ? other : value;
    }

    private static Object returnedObject(int object) {
        switch (object) {
            case ReturnedObject.OPTIONAL: return Optional.empty();
            case ReturnedObject.STREAM: return Stream.empty();
            case ReturnedObject.LIST: return Collections.EMPTY_LIST;
            case ReturnedObject.SET: return Collections.EMPTY_SET;
            case ReturnedObject.MAP: return Collections.EMPTY_MAP;
            case ReturnedObject.STRING: return "";
            case ReturnedObject.TRUE: return Boolean.TRUE;
            case ReturnedObject.FALSE: return Boolean.FALSE;
            case ReturnedObject.BYTE: return (byte) 0;
            case ReturnedObject.SHORT: return (short) 0;
            case ReturnedObject.CHARACTER: return (char) 0;
            case ReturnedObject.INTEGER: return 0;
            case ReturnedObject.LONG: return 0L;
            case ReturnedObject.FLOAT: return 0F;
            default: return 0.0;
        }
    }

    /**
     * The key of a switch. Of the keys, in a text with commas between them, the first leads where the mutant goes from the third and all
     * later ones, which are those of cases that lead elsewhere than the switch does by default; the second where it goes from all others.
     */
    public static int swapped(int key, String keys, int mutant) {
        reached(mutant, 1);
        return active == mutant ? swapped(key, keys.split(",")) : key;
    }

    private static int swapped(int key, String[] keys) {
        for (int position = 2; position < keys.length; position++) {
            if (Integer.parseInt(keys[position]) == key) {
                return Integer.parseInt(keys[0]);
            }
        }
        return Integer.parseInt(keys[1]);
    }

    /** A reference that becomes null, where nothing may take its place. */
    public static void againstNull(Object value, int mutant) {
        record(mutant, value != null);
    }
}
