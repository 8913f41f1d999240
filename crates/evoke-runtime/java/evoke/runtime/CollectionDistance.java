package evoke.runtime;

import java.util.Collection;
import java.util.Map;

/**
 * How far collections and maps of {@code java.util} are from holding something: the distance to the nearest element.
 * It looks only into classes that run no code under test when they are asked for their elements.
 */
final class CollectionDistance {
    /** Elements looked at. */
    private static final int MAX_ELEMENTS = 64;

    private CollectionDistance() {}

    /** Whether the object is a collection or map that can be looked into. */
    static boolean knows(Object object) {
        if (!(object instanceof Collection || object instanceof Map)) {
            return false;
        }
        Class<?> type = object.getClass();
        String name = type.getName();
        return type.getClassLoader() == null
                && name.startsWith("java.util.")
                && !name.startsWith("java.util.Abstract")
                && (!name.startsWith("java.util.Collections$") || name.contains("Empty") || name.contains("Singleton"));
    }

    /** Number of elements of what is known. */
    static int size(Object known) {
        return known instanceof Map ? ((Map<?, ?>) known).size() : ((Collection<?>) known).size();
    }

    /** The element nearest to the one sought, or null if there is none to compare with. */
    static Object nearest(Collection<?> known, Object sought) {
        Object nearest = null;
        double shortest = Double.POSITIVE_INFINITY;
        int left = MAX_ELEMENTS;
        for (Object element : known) {
            if (left-- == 0) {
                break;
            }
            double distance = EqualityDistance.of(element, sought);
            if (element != null && distance < shortest) {
                shortest = distance;
                nearest = element;
            }
        }
        return nearest;
    }

    /** To {@code known.contains(sought)}. */
    static double toContain(Collection<?> known, Object sought) {
        return EqualityDistance.of(nearest(known, sought), sought);
    }

    /** To {@code known.containsAll(sought)}: each missing element counts more than 0, and at most 1. */
    static double toContainAll(Collection<?> known, Collection<?> sought) {
        double sum = 0;
        int left = MAX_ELEMENTS;
        for (Object element : sought) {
            if (left-- == 0) {
                break;
            }
            double distance = toContain(known, element);
            sum += distance / (distance + 1);
        }
        return sum;
    }
}
