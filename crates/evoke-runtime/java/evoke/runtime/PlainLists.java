package evoke.runtime;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lists of the JDK that hold their elements themselves, so that nothing of the user's runs when they are looked at. */
final class PlainLists {
    private static final Set<String> CLASSES = new HashSet<>(Arrays.asList(
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$SingletonList",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.LinkedList",
            "java.util.Vector",
            "java.util.concurrent.CopyOnWriteArrayList"));

    private PlainLists() {}

    /** What the list holds; null if it is none of these, or longer than that. */
    static Object[] elementsOf(Object object, int most) {
        if (!(object instanceof List) || !CLASSES.contains(object.getClass().getName())) {
            return null;
        }
        List<?> list = (List<?>) object;
        try {
            return list.size() > most ? null : list.toArray();
        } catch (RuntimeException changedMeanwhile) {
            return null;
        }
    }
}
