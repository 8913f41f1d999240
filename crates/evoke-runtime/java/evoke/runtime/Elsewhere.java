package evoke.runtime;

import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.util.TimeZone;
import sun.misc.Unsafe;

/**
 * Another time zone and another default charset than those of this JVM, for a test that is run a second time in it. Classes that keep what
 * they were initialised with, and code compiled by a JDK that holds the charset fast (18 and later), see the first ones still.
 */
final class Elsewhere {
    private static final String ZONE_PROPERTY = "user.timezone";
    private static final String CHARSET_PROPERTY = "file.encoding";
    private static final TimeZone ZONE_HERE = TimeZone.getDefault();
    private static final TimeZone ZONE = TimeZone.getTimeZone(ZONE_HERE.getRawOffset() == 0 ? "Asia/Kolkata" : "UTC");
    private static final Charset CHARSET_HERE = Charset.defaultCharset();
    private static final Charset CHARSET = Charset.forName(CHARSET_HERE.name().equals("UTF-8") ? "ISO-8859-1" : "UTF-8");
    /** Null where it cannot be set. */
    private static final Field DEFAULT_CHARSET = defaultCharset();

    private Elsewhere() {}

    static void enter() {
        set(ZONE, CHARSET);
    }

    static void leave() {
        set(ZONE_HERE, CHARSET_HERE);
    }

    private static void set(TimeZone zone, Charset charset) {
        TimeZone.setDefault(zone);
        System.setProperty(ZONE_PROPERTY, zone.getID());
        if (DEFAULT_CHARSET != null) {
            Unsafe unsafe = ObjectLayout.UNSAFE;
            Object base = unsafe.staticFieldBase(DEFAULT_CHARSET);
            unsafe.putObjectVolatile(base, unsafe.staticFieldOffset(DEFAULT_CHARSET), charset);
            System.setProperty(CHARSET_PROPERTY, charset.name());
        }
    }

    private static Field defaultCharset() {
        try {
            return Charset.class.getDeclaredField("defaultCharset");
        } catch (ReflectiveOperationException absent) {
            return null;
        }
    }
}
