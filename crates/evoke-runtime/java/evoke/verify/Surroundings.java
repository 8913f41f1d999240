package evoke.verify;

import java.util.Locale;
import java.util.TimeZone;

/** Locale, time zone and line ends of a JVM, and what the thread is called that runs tests. */
final class Surroundings {
    /** What Gradle calls the thread that other tools run tests in as {@code main}. */
    private static final String THREAD_OF_GRADLE = "Test worker";
    /** Where it is later than in Greenwich, with the line ends of Windows. */
    private static final Surroundings EAST = new Surroundings(VerifyLocales.EAST, "Asia/Kolkata", LineEnds.FOREIGN);
    /** Where it is earlier: the first day of the epoch has not come yet. */
    private static final Surroundings WEST = new Surroundings(VerifyLocales.WEST, "America/St_Johns");
    private static final Surroundings TRANSLATED = new Surroundings(VerifyLocales.TRANSLATED, "Asia/Kathmandu");
    /** In a time zone that many machines are set to, whose name is shorter than others where it is written out. */
    private static final Surroundings APPLICATION = new Surroundings(VerifyLocales.APPLICATION, "UTC");
    /** What the JDK keeps the name of the default time zone in, and what libraries with zones of their own ask. */
    private static final String ZONE_PROPERTY = "user.timezone";

    private final Locale locale;
    private final TimeZone zone;
    private final String zoneProperty;
    private final String lineEnd;
    private final String thread;

    private Surroundings(String locale, String zone) {
        this(locale, zone, System.lineSeparator());
    }

    private Surroundings(String locale, String zone, String lineEnd) {
        this(Locale.forLanguageTag(locale), TimeZone.getTimeZone(zone), zone, lineEnd, THREAD_OF_GRADLE);
    }

    private Surroundings(Locale locale, TimeZone zone, String zoneProperty, String lineEnd, String thread) {
        this.locale = locale;
        this.zone = zone;
        this.zoneProperty = zoneProperty;
        this.lineEnd = lineEnd;
        this.thread = thread;
    }

    static Surroundings current() {
        return here(Locale.getDefault());
    }

    private static Surroundings here(Locale locale) {
        String zoneProperty = System.getProperty(ZONE_PROPERTY);
        String thread = Thread.currentThread().getName();
        return new Surroundings(locale, TimeZone.getDefault(), zoneProperty, System.lineSeparator(), thread);
    }

    /** Null for those of this machine. */
    static Surroundings named(String word) {
        switch (word) {
            case Words.EAST:
                return EAST;
            case Words.WEST:
                return WEST;
            case Words.HOME_TRANSLATED:
                return here(TRANSLATED.locale);
            case Words.TRANSLATED:
                return TRANSLATED;
            case Words.APPLICATION:
                return APPLICATION;
            default:
                return null;
        }
    }

    void enter() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
        if (zoneProperty == null) {
            System.clearProperty(ZONE_PROPERTY);
        } else {
            System.setProperty(ZONE_PROPERTY, zoneProperty);
        }
        LineEnds.set(lineEnd);
        Thread.currentThread().setName(thread);
    }
}
