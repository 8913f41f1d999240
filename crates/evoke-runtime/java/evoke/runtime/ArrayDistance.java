package evoke.runtime;

import java.lang.reflect.Array;

/** How far two arrays are from being equal. */
final class ArrayDistance {
    /** Elements that are looked at. */
    private static final int MAX_ELEMENTS = 64;

    private ArrayDistance() {}

    /** 1 for each element missing or too many, {@code d / (d + 1)} for each that differs by {@code d}. */
    static double toEqual(Object left, Object right) {
        int leftLength = Array.getLength(left);
        int rightLength = Array.getLength(right);
        double distance = Math.abs((double) leftLength - rightLength);
        int shared = Math.min(MAX_ELEMENTS, Math.min(leftLength, rightLength));
        for (int index = 0; index < shared; index++) {
            Object element = Array.get(left, index);
            Object other = Array.get(right, index);
            if (element != other) {
                double apart = EqualityDistance.of(element, other);
                distance += apart / (apart + 1);
            }
        }
        return distance;
    }
}
