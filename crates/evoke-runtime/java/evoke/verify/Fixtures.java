package evoke.verify;

import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What JUnit would do before and after a test for the declarations that generated classes have. */
final class Fixtures {
    private final Object instance;
    private final List<Object> rules = new ArrayList<Object>();
    private final List<Path> folders = new ArrayList<Path>();

    Fixtures(Object instance) {
        this.instance = instance;
    }

    void setUp() throws Exception {
        for (Field field : instance.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (field.getType().getName().equals("org.junit.rules.TemporaryFolder")) {
                Object rule = field.get(instance);
                rule.getClass().getMethod("create").invoke(rule);
                rules.add(rule);
            } else if (has(field.getAnnotations(), "org.junit.jupiter.api.io.TempDir")) {
                Path folder = Files.createTempDirectory("junit");
                field.set(instance, folder);
                folders.add(folder);
            }
        }
        callAll("org.junit.jupiter.api.BeforeEach", "org.junit.Before");
    }

    void tearDown() throws Exception {
        callAll("org.junit.jupiter.api.AfterEach", "org.junit.After");
        for (Object rule : rules) {
            rule.getClass().getMethod("delete").invoke(rule);
        }
        for (Path folder : folders) {
            delete(folder.toFile());
        }
    }

    private void callAll(String jupiter, String vintage) throws Exception {
        for (Method method : instance.getClass().getDeclaredMethods()) {
            Annotation[] annotations = method.getAnnotations();
            if (has(annotations, jupiter) || has(annotations, vintage)) {
                method.setAccessible(true);
                method.invoke(instance);
            }
        }
    }

    private static boolean has(Annotation[] annotations, String wanted) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getName().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Links are not followed. */
    private static void delete(File file) {
        if (!Files.isSymbolicLink(file.toPath())) {
            File[] children = file.listFiles();
            for (File child : children == null ? new File[0] : children) {
                delete(child);
            }
        }
        file.delete();
    }
}
