package evoke.verify;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one source file with the compiler of the running JDK, which saves the start of another JVM. */
final class SuiteCompiler {
    private SuiteCompiler() {}

    /** Reports every error with its line; whether there was none. */
    static boolean compile(String source, String folder, String classPath, Reports reports) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            reports.report(Words.ERROR, "0", "this Java installation has no compiler");
            return false;
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<JavaFileObject>();
        StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8);
        try {
            List<String> options = Arrays.asList(
                    "-g", "-nowarn", "-proc:none", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000",
                    "-classpath", classPath, "-d", folder);
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            diagnostics,
                            options,
                            null,
                            files.getJavaFileObjectsFromFiles(Collections.singletonList(new File(source))))
                    .call();
            for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
                if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                    String line = String.valueOf(Math.max(0, diagnostic.getLineNumber()));
                    reports.report(Words.ERROR, line, diagnostic.getMessage(Locale.ROOT));
                }
            }
            return compiled;
        } finally {
            files.close();
        }
    }
}
