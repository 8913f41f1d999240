package evoke.runtime;

/** Objects that the JVM itself works with, or all that runs in it: a class loader that is its own parent ends it, a string has no other text. */
final class JvmObjects {
    private static final String[] PACKAGES = {"java.lang.", "jdk.", "sun."};

    private JvmObjects() {}

    /**
     * Whether the object is one of them. Threads are not, since libraries keep numbers of their own in their fields, nor are members that are looked up
     * by reflection, each time anew; nor arrays.
     */
    static boolean has(Object object) {
        if (object == null || object instanceof Thread) {
            return false;
        }
        if (object instanceof Class) {
            return isOfJvm((Class<?>) object);
        }
        return object instanceof ClassLoader || isOfJvm(object.getClass());
    }

    private static boolean isOfJvm(Class<?> type) {
        if (type.getClassLoader() != null || type.isArray()) {
            return false;
        }
        String name = type.getName();
        for (String beginning : PACKAGES) {
            if (name.startsWith(beginning)) {
                return !name.startsWith("java.lang.reflect.");
            }
        }
        return false;
    }
}
