package evoke.verify;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Parameterised tests as generated suites have them: what their rows are called, and what each is handed. */
final class Rows {
    private static final String PROVIDERS = "org.junit.jupiter.params.provider.";

    private Rows() {}

    /** The method of a test: that of {@code add[2]} is {@code add}. */
    static String method(String test) {
        int bracket = test.indexOf('[');
        return bracket < 0 ? test : test.substring(0, bracket);
    }

    /** The methods of the suite by their names, of which no two are the same. */
    static Map<String, Method> methods(Class<?> suite) {
        Map<String, Method> methods = new LinkedHashMap<String, Method>();
        for (Method method : suite.getDeclaredMethods()) {
            methods.put(method.getName(), method);
        }
        return methods;
    }

    /** What the method is handed in the row that the test is; nothing if it is none. */
    static Object[] arguments(Class<?> suite, Method method, String test) throws Exception {
        if (test.indexOf('[') < 0) {
            return new Object[0];
        }
        int row = Integer.parseInt(test.substring(test.indexOf('[') + 1, test.length() - 1)) - 1;
        Annotation csv = annotation(suite, method, "CsvSource");
        if (csv != null) {
            return ofCsv(((String[]) value(csv, "value"))[row], (String[]) value(csv, "nullValues"), method.getParameterTypes());
        }
        Annotation source = annotation(suite, method, "MethodSource");
        Method factory = suite.getDeclaredMethod(((String[]) value(source, "value"))[0]);
        factory.setAccessible(true);
        Object arguments = ((Stream<?>) factory.invoke(null)).toArray()[row];
        return (Object[]) suite.getClassLoader().loadClass(PROVIDERS + "Arguments").getMethod("get").invoke(arguments);
    }

    @SuppressWarnings("unchecked")
    private static Annotation annotation(Class<?> suite, Method method, String name) throws ClassNotFoundException {
        ClassLoader loader = suite.getClassLoader();
        return method.getAnnotation((Class<? extends Annotation>) loader.loadClass(PROVIDERS + name));
    }

    private static Object value(Annotation annotation, String property) throws Exception {
        return annotation.annotationType().getMethod(property).invoke(annotation);
    }

    private static Object[] ofCsv(String row, String[] nulls, Class<?>[] types) {
        List<String> cells = cells(row, Arrays.asList(nulls));
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = converted(cells.get(i), types[i]);
        }
        return arguments;
    }

    /** The cells of a row, in single quotes or bare, after commas and a space. */
    private static List<String> cells(String row, List<String> nulls) {
        List<String> cells = new ArrayList<String>();
        int at = 0;
        while (at <= row.length()) {
            boolean isQuoted = row.startsWith("'", at);
            int end = isQuoted ? closingQuote(row, at) : at;
            int comma = row.indexOf(',', end);
            comma = comma < 0 ? row.length() : comma;
            String cell = isQuoted ? row.substring(at + 1, end).replace("''", "'") : row.substring(at, comma);
            cells.add(nulls.contains(cell) ? null : cell);
            at = comma + 2;
        }
        return cells;
    }

    private static int closingQuote(String row, int opening) {
        int at = opening + 1;
        while (row.charAt(at) != '\'' || row.startsWith("''", at)) {
            at += row.startsWith("''", at) ? 2 : 1;
        }
        return at;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // A constant of an enum that only the suite knows.
    private static Object converted(String cell, Class<?> type) {
        if (cell == null || type == String.class) {
            return cell;
        } else if (type == boolean.class) {
            return Boolean.valueOf(cell);
        } else if (type == char.class) {
            return cell.charAt(0);
        } else if (type == byte.class) {
            return Byte.valueOf(cell);
        } else if (type == short.class) {
            return Short.valueOf(cell);
        } else if (type == int.class) {
            return Integer.valueOf(cell);
        } else if (type == long.class) {
            return Long.valueOf(cell);
        } else if (type == float.class) {
            return Float.valueOf(cell);
        } else if (type == double.class) {
            return Double.valueOf(cell);
        }
        return Enum.valueOf((Class) type, cell);
    }
}
