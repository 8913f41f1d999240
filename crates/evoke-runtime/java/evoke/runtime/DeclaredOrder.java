package evoke.runtime;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/**
 * In which order a class tells its methods and its constructors. That is not said anywhere ({@link Class#getDeclaredMethods}), and HotSpot sorts
 * methods by where their names lie in memory, which is another place in each JVM.
 */
final class DeclaredOrder implements Comparator<Executable> {
    /** Whether the first come last. */
    static boolean isReversed;

    private static final DeclaredOrder ORDER = new DeclaredOrder();

    private DeclaredOrder() {}

    /** Sorts what the JVM gave, which nobody else has seen yet; by name, types of parameters and the type of the result. */
    static void sort(Executable[] members) {
        Arrays.sort(members, ORDER);
    }

    @Override
    public int compare(Executable one, Executable other) {
        int ascending = ascending(one, other);
        return isReversed ? -ascending : ascending;
    }

    private static int ascending(Executable one, Executable other) {
        int byName = one.getName().compareTo(other.getName());
        if (byName != 0) {
            return byName;
        }
        Class<?>[] parameters = one.getParameterTypes();
        Class<?>[] others = other.getParameterTypes();
        for (int position = 0; position < Math.min(parameters.length, others.length); position++) {
            int byType = parameters[position].getName().compareTo(others[position].getName());
            if (byType != 0) {
                return byType;
            }
        }
        int byLength = Integer.compare(parameters.length, others.length);
        return byLength != 0 ? byLength : result(one).compareTo(result(other));
    }

    private static String result(Executable member) {
        return member instanceof Method ? ((Method) member).getReturnType().getName() : "";
    }
}
