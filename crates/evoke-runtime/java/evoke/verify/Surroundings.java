package evoke.verify;

import java.util.Locale;
import java.util.TimeZone;

/** Locale and time zone of a JVM. */
final class Surroundings {
    /** Where it is later than in Greenwich, with digits of its own, which `String.format` uses where it is given no locale. */
    private static final Surroundings EAST = new Surroundings(Locale.forLanguageTag("ar-EG-u-nu-arab"), "Asia/Kolkata");
    /** Where it is earlier: the first day of the epoch has not come yet. Case is another matter in Turkish. */
    private static final Surroundings WEST = new Surroundings(Locale.forLanguageTag("tr-TR"), "America/St_Johns");
    /** The language that most libraries have their messages translated to, if they have them translated. */
    private static final Surroundings TRANSLATED = new Surroundings(Locale.GERMAN, "Asia/Kathmandu");
    /** The same in a country, and in a time zone that many machines are set to, whose name is shorter than others where it is written out. */
    private static final Surroundings APPLICATION = new Surroundings(Locale.GERMANY, "UTC");
    /** What the JDK keeps the name of the default time zone in, and what libraries with zones of their own ask. */
    private static final String ZONE_PROPERTY = "user.timezone";

    private final Locale locale;
    private final TimeZone zone;
    private final String zoneProperty;

    private Surroundings(Locale locale, String zone) {
        this(locale, TimeZone.getTimeZone(zone), zone);
    }

    private Surroundings(Locale locale, TimeZone zone, String zoneProperty) {
        this.locale = locale;
        this.zone = zone;
        this.zoneProperty = zoneProperty;
    }

    static Surroundings current() {
        return new Surroundings(Locale.getDefault(), TimeZone.getDefault(), System.getProperty(ZONE_PROPERTY));
    }

    /** Null for those of this machine. */
    static Surroundings named(String word) {
        switch (word) {
            case Words.EAST:
                return EAST;
            case Words.WEST:
                return WEST;
            case Words.HOME_TRANSLATED:
                return new Surroundings(Locale.GERMAN, TimeZone.getDefault(), System.getProperty(ZONE_PROPERTY));
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
    }
}
