package options;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Finds options one step behind the parser. */
final class Fields {
    private Fields() {}

    static List<Option> optionsOf(Object target) {
        List<Option> options = new ArrayList<>();
        for (Field field : target.getClass().getDeclaredFields()) {
            Option option = field.getAnnotation(Option.class);
            if (option != null) {
                options.add(option);
            }
        }
        for (Method method : target.getClass().getDeclaredMethods()) {
            Option option = method.getAnnotation(Option.class);
            if (option != null) {
                options.add(option);
            }
        }
        return options;
    }
}
