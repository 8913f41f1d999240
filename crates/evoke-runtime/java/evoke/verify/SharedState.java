package evoke.verify;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What tests share with all others of a JVM, those of the user too, and may leave changed, as it is at a moment. */
final class SharedState {
    private final InputStream input = System.in;
    private final PrintStream output = System.out;
    private final PrintStream error = System.err;
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();

    /** What is changed by now. */
    List<String> changes() {
        List<String> changes = new ArrayList<String>();
        addIf(System.in != input, Words.STANDARD_INPUT, changes);
        addIf(System.out != output, Words.STANDARD_OUTPUT, changes);
        addIf(System.err != error, Words.STANDARD_ERROR, changes);
        addIf(!ofUsers(System.getProperties()).equals(ofUsers(properties)), Words.PROPERTIES, changes);
        addIf(!Locale.getDefault().equals(locale), Words.LOCALE, changes);
        addIf(!TimeZone.getDefault().equals(zone), Words.TIME_ZONE, changes);
        return changes;
    }

    private static void addIf(boolean isChanged, String what, List<String> changes) {
        if (isChanged) {
            changes.add(what);
        }
    }

    /** Without those in which the JDK notes what it has found out. */
    private static Properties ofUsers(Properties all) {
        Properties users = (Properties) all.clone();
        users.remove("java.awt.headless");
        for (String name : all.stringPropertyNames()) {
            if (name.startsWith("sun.")) {
                users.remove(name);
            }
        }
        return users;
    }
}
