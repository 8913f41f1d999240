package constants;

import java.util.Comparator;

/** Nothing but constants; what they are is found out when the class is initialised. */
public final class Platform {
    public static final int LIMIT = 10;
    public static final boolean HAS_SQL;
    static final Comparator<String> ORDER;

    static {
        boolean found;
        try {
            Class.forName("java.sql.Date");
            found = true;
        } catch (ClassNotFoundException e) {
            found = false;
        }
        HAS_SQL = found;
        ORDER = found ? Comparator.naturalOrder() : null;
    }

    private Platform() {}
}
