package evoke.runtime;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** State of the process that tests set, as it is when no test runs. */
final class Settings {
    private static InputStream input;
    private static PrintStream output;
    private static PrintStream error;
    private static Properties properties;
    private static Locale locale;
    private static TimeZone timeZone;
    private static boolean logLevelsAreKept;

    private Settings() {}

    /** Remembers them. */
    static void keep() {
        input = System.in;
        output = System.out;
        error = System.err;
        properties = (Properties) System.getProperties().clone();
        locale = Locale.getDefault();
        timeZone = TimeZone.getDefault();
    }

    /** Remembers the levels of loggers, which no test has set yet. */
    static void keepLogLevels() {
        LogLevels.keep();
        logLevelsAreKept = true;
    }

    /** Sets them back. */
    static void restore() {
        System.setIn(input);
        System.setOut(output);
        System.setErr(error);
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        TimeZone.setDefault(timeZone);
        Thread.interrupted();
        if (logLevelsAreKept) {
            LogLevels.restore();
        }
    }
}
