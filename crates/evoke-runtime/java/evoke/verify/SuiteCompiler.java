package evoke.verify;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles one source file after the other with the compiler of the running JDK, which saves the start of another JVM. The jars
 * of the class path are opened and listed once.
 */
final class SuiteCompiler {
    /** What code under test may make the compiler warn of, as it calls that. */
    private static final String LINT = "-Xlint:deprecation,rawtypes,removal,serial,unchecked";
    private static final Pattern KIND = Pattern.compile("warning: \\[([a-z]+)\\]");

    private final String classPath;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    /** Holds the open jars; null where there is no compiler. */
    private final StandardJavaFileManager files;

    SuiteCompiler(String classPath) {
        this.classPath = classPath;
        this.files = compiler == null ? null : compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
    }

    /** Reports every error and warning with its line; whether there was no error. */
    boolean compile(String source, String folder, Reports reports) {
        if (compiler == null) {
            reports.report(Words.ERROR, "0", "this Java installation has no compiler");
            return false;
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<JavaFileObject>();
        boolean compiled =
                compile(files.getJavaFileObjectsFromFiles(Collections.singletonList(new File(source))), folder, diagnostics);
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String line = String.valueOf(Math.max(0, diagnostic.getLineNumber()));
                reports.report(Words.ERROR, line, diagnostic.getMessage(Locale.ROOT));
            } else {
                Matcher kind = KIND.matcher(diagnostic.toString());
                if (kind.find()) {
                    reports.report(Words.WARNING, String.valueOf(diagnostic.getLineNumber()), kind.group(1));
                }
            }
        }
        return compiled;
    }

    /** Compiles what makes the compiler load most of its classes and look into all jars; that it compiles does not matter. */
    void warmUp(String folder, String junit) {
        if (compiler != null) {
            compile(Collections.singletonList(new WarmUpSource(junit)), folder, new DiagnosticCollector<JavaFileObject>());
        }
    }

    private boolean compile(
            Iterable<? extends JavaFileObject> sources, String folder, DiagnosticCollector<JavaFileObject> diagnostics) {
        List<String> options = Arrays.asList(
                "-g", LINT, "-proc:none", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000",
                "-Xmaxwarns", "10000",
                "-classpath", classPath, "-d", folder);
        return compiler.getTask(null, files, diagnostics, options, null, sources).call();
    }

    /** A small suite. */
    private static final class WarmUpSource extends SimpleJavaFileObject {
        private final String junit;

        WarmUpSource(String junit) {
            super(URI.create("string:///WarmUp.java"), Kind.SOURCE);
            this.junit = junit;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "import " + junit + ".Test;\n"
                    + "class WarmUp { @Test void test() throws Exception {\n"
                    + "java.util.List<String> texts = new java.util.ArrayList<>();\n"
                    + "Runnable adds = () -> texts.add(\"a\");\n"
                    + "try { adds.run(); } catch (RuntimeException expected) { }\n"
                    + "} }\n";
        }
    }
}
