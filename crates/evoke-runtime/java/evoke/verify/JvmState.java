package evoke.verify;

import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What code can change of the JVM as a whole, as it was before any test ran: put back between two suites. */
final class JvmState {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final Locale displayed = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale formatted = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    void putBack() {
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, displayed);
        Locale.setDefault(Locale.Category.FORMAT, formatted);
        TimeZone.setDefault(zone);
        Thread.setDefaultUncaughtExceptionHandler(handler);
        Thread.interrupted();
        Reports.silenceStreams();
    }
}
