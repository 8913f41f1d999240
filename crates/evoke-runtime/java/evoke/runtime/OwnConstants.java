package evoke.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Public constants of a class that hold an object of itself, as those of typesafe enumerations and singletons do ({@code Level.ERROR}), where the very object is what
 * counts: the class has the {@code equals} of {@link Object}.
 */
final class OwnConstants {
    private static final Field[] NONE = {};

    /** By class of the object. */
    private static final ClassValue<Field[]> KNOWN = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return isOfJdk(type) || !isComparedByIdentity(type) ? NONE : constantsOf(type);
        }
    };

    private OwnConstants() {}

    /** The field that holds the object; null if none does. Those of the JDK's classes do not count: which object it gives is its own affair. */
    static Field of(Object object) {
        try {
            for (Field field : KNOWN.get(object.getClass())) {
                if (field.get(null) == object) {
                    return field;
                }
            }
        } catch (IllegalAccessException | LinkageError unknown) {
            return null;
        }
        return null;
    }

    private static Field[] constantsOf(Class<?> type) {
        List<Field> constants = new ArrayList<>();
        for (Class<?> owner = type; owner != Object.class; owner = owner.getSuperclass()) {
            if (isPublic(owner)) {
                addConstants(owner, constants);
            }
        }
        return constants.toArray(NONE);
    }

    private static void addConstants(Class<?> owner, List<Field> constants) {
        for (Field field : owner.getDeclaredFields()) {
            int constant = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
            if (field.getType().isAssignableFrom(owner) && (field.getModifiers() & constant) == constant) {
                constants.add(field);
            }
        }
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getSystemClassLoader().getParent();
    }

    private static boolean isComparedByIdentity(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException | LinkageError unknown) {
            return false;
        }
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }
}
