package options;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

public class Parser {
    private final List<Option> options;

    public Parser(Object target) {
        options = Fields.optionsOf(target);
    }

    public int count() {
        int named = 0;
        for (Option option : options) {
            if (option.names().length > 1) {
                named++;
            }
        }
        return named;
    }

    public String describe() {
        if (options.isEmpty()) {
            return "nothing";
        }
        if (options.get(0).required()) {
            return "required";
        }
        if (options.get(0).unit() == Option.Unit.SECONDS) {
            return "seconds";
        }
        return options.get(0).converter() == NumberConverter.class ? "number" : "text";
    }

    public boolean accepts(String argument) {
        for (Option option : options) {
            for (String name : option.names()) {
                if (name.equals(argument)) {
                    return true;
                }
            }
        }
        return false;
    }

    public static String kindOf(Method method) {
        if (method.getParameterTypes().length == 0) {
            return method.getReturnType() == void.class ? "action" : "getter";
        }
        return Modifier.isStatic(method.getModifiers()) ? "function" : "setter";
    }

    public static String kindOf(Class<?> type) {
        if (type.isArray()) {
            return "array";
        }
        return type.isPrimitive() ? "primitive" : "class";
    }
}
