package options;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;

/** Tells of what kinds the members of beans are. */
public final class Inspector {
    /** Tells how the bean's getters end, and how many of its fields hold constants or any of a kind. */
    public String describe(Object bean) {
        int failures = 0;
        for (Method method : bean.getClass().getDeclaredMethods()) {
            if (method.getParameterCount() == 0 && fails(method, bean)) {
                failures++;
            }
        }
        int constants = 0;
        int bounds = 0;
        for (Field field : bean.getClass().getDeclaredFields()) {
            if (field.getType().isEnum()) {
                constants++;
            }
            if (field.getGenericType() instanceof ParameterizedType) {
                ParameterizedType type = (ParameterizedType) field.getGenericType();
                if (type.getActualTypeArguments()[0] instanceof WildcardType) {
                    bounds++;
                }
            }
        }
        if (!Modifier.isPublic(bean.getClass().getModifiers())) {
            return "hidden";
        }
        return failures + " " + constants + " " + bounds;
    }

    /** Counts the methods of this class, those that an agent adds included. */
    public int nMethods() {
        return Inspector.class.getDeclaredMethods().length;
    }

    private static boolean fails(Method method, Object bean) {
        try {
            method.invoke(bean);
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof IllegalStateException;
        } catch (IllegalAccessException e) {
            return false;
        }
    }
}
