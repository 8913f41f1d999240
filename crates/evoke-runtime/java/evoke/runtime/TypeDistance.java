package evoke.runtime;

/** How far an object is from being an instance of a type, in steps of the class hierarchy. */
final class TypeDistance {
    /** Distance of {@code null}, which is of no type; farther than any object. */
    static final double OF_NULL = 1001;

    private TypeDistance() {}

    /**
     * 0 if the object is an instance; else 1 + the steps from its class up to the nearest superclass that
     * {@code target} has too, and down again to {@code target}.
     */
    static double of(Object object, Class<?> target) {
        if (object == null) {
            return OF_NULL;
        }
        if (target.isInstance(object)) {
            return 0;
        }
        int up = 0;
        Class<?> common = object.getClass();
        while (!common.isAssignableFrom(target)) {
            Class<?> parent = common.getSuperclass();
            if (parent == null) {
                break;
            }
            common = parent;
            up++;
        }
        int down = 0;
        for (Class<?> type = target; type != null && type != common; type = type.getSuperclass()) {
            down++;
        }
        return 1 + up + down;
    }
}
