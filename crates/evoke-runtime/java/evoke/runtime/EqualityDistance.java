package evoke.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * How far two values of the JDK are from being equal. It calls no code under test: of other objects it knows nothing.
 */
final class EqualityDistance {
    /** To an object that is null or of another class: farther than most values of the right one. */
    static final double OF_OTHER_CLASS = 1000;

    private EqualityDistance() {}

    /** Whether the object is of a class whose distances are known. */
    static boolean knows(Object object) {
        return object instanceof String || isNumber(object) || object instanceof Character || object instanceof Boolean;
    }

    /** To {@code left.equals(right)}; 1 if it is not known. */
    static double of(Object left, Object right) {
        if (left == null || right == null || left.getClass() != right.getClass()) {
            return OF_OTHER_CLASS;
        }
        if (left instanceof String) {
            return StringDistance.toEqual((String) left, (String) right);
        }
        if (left instanceof Character) {
            return Math.abs((char) left - (char) right);
        }
        if (left instanceof Long) {
            return Math.abs((double) (long) left - (double) (long) right);
        }
        return isNumber(left) ? between(((Number) left).doubleValue(), ((Number) right).doubleValue()) : 1;
    }

    private static double between(double left, double right) {
        double apart = Math.abs(left - right);
        return apart < Tracer.FARTHEST ? apart : Tracer.FARTHEST;
    }

    /** Exactly the JDK's numbers: a subclass may run code under test. */
    private static boolean isNumber(Object object) {
        return object instanceof Integer
                || object instanceof Long
                || object instanceof Double
                || object instanceof Float
                || object instanceof Short
                || object instanceof Byte
                || object != null && (object.getClass() == BigDecimal.class || object.getClass() == BigInteger.class);
    }
}
