package litter;

import java.io.File;
import java.util.Locale;
import java.util.TimeZone;

public class Finder {
    public static String find(boolean inside) {
        if (inside) {
            return Bin.pieces + " " + System.getProperty("litter.pieces", "none");
        }
        return Locale.getDefault() + " " + TimeZone.getDefault().getID()
                + " " + (Thread.getDefaultUncaughtExceptionHandler() == null);
    }

    public static boolean isClean() {
        for (String name : new File(System.getProperty("java.io.tmpdir")).list()) {
            if (name.endsWith(".piece")) {
                return false;
            }
        }
        return true;
    }
}
