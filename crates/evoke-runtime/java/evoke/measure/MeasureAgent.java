package evoke.measure;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * Puts instrumented classes in the place of those that are loaded under their names, wherever these come from: so class path,
 * class loaders and signers are what they are without it.
 */
public final class MeasureAgent implements ClassFileTransformer {
    private static Instrumentation instrumentation;

    /** By internal name. */
    private final Map<String, byte[]> instrumented = new HashMap<String, byte[]>();

    private MeasureAgent() {}

    /** Called by the JVM before {@code main}; the argument is a folder of instrumented classes, as a class path has them. */
    public static void premain(String folder, Instrumentation given) throws IOException {
        instrumentation = given;
        MeasureAgent agent = new MeasureAgent();
        agent.read(new File(folder), "");
        given.addTransformer(agent);
    }

    private void read(File folder, String prefix) throws IOException {
        File[] files = folder.listFiles();
        if (files == null) {
            return;
        }
        for (File file : files) {
            String name = file.getName();
            if (file.isDirectory()) {
                read(file, prefix + name + "/");
            } else if (name.endsWith(".class")) {
                String simple = name.substring(0, name.length() - ".class".length());
                instrumented.put(prefix + simple, Files.readAllBytes(file.toPath()));
            }
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        return redefined == null && loader != null ? instrumented.get(name) : null;
    }

    /** Puts other code in the place of a class that is loaded. */
    static void redefine(Class<?> type, byte[] code) throws Exception {
        instrumentation.redefineClasses(new ClassDefinition(type, code));
    }

    /**
     * Lends the instrumentation to Byte Buddy, if the suite has it: Mockito mocks classes with it, and would have to start a program
     * to get one of its own.
     */
    static void lendToMocks(ClassLoader loader) {
        try {
            loader.loadClass("net.bytebuddy.agent.Installer")
                    .getMethod("agentmain", String.class, Instrumentation.class)
                    .invoke(null, "", instrumentation);
        } catch (ReflectiveOperationException | LinkageError absent) {
            // There are no mocks, or they have to see for themselves.
        }
    }
}
