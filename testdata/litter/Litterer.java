package litter;

import java.io.File;
import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;

public class Litterer {
    public static int litter(int pieces) throws IOException {
        if (pieces > 0) {
            Bin.pieces += pieces;
            System.setProperty("litter.pieces", String.valueOf(pieces));
            Locale.setDefault(Locale.JAPAN);
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> { });
            File.createTempFile("litter", ".piece");
        }
        return Bin.pieces;
    }
}
