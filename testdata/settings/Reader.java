package settings;

import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Does what the process says. */
public class Reader {
    private static final Logger LOGGER = Logger.getLogger(Reader.class.getName());

    public static String mode() {
        String mode = System.getProperty("reader.mode");
        if (mode == null) {
            return "none";
        }
        return mode.equals("fast") ? "fast" : "slow";
    }

    public static int volume() {
        return Boolean.getBoolean("reader.quiet") ? 1 : 11;
    }

    public static String input() throws IOException {
        return System.in.read() < 0 ? "empty" : "full";
    }

    public static String greeting() {
        return Locale.getDefault().getLanguage().equals("de") ? "Hallo" : "Hello";
    }

    public static int details() {
        if (LOGGER.isLoggable(Level.FINE)) {
            return 2;
        }
        return LOGGER.isLoggable(Level.SEVERE) ? 1 : 0;
    }

    public static boolean isWest() {
        if (TimeZone.getDefault().getRawOffset() < 0) {
            return true;
        }
        return false;
    }
}
