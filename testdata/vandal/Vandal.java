package harm;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Harm in every way that Java offers without native code. */
public class Vandal {
    private static final String VICTIM = "@VICTIM@";
    private static final String MARKER = "@MARKER@";

    public static boolean delete() {
        return new File(VICTIM).delete();
    }

    public static void overwrite() throws IOException {
        try (FileOutputStream out = new FileOutputStream(VICTIM)) {
            out.write(0);
        }
    }

    public static boolean hide() {
        return new File(VICTIM).renameTo(new File(VICTIM + ".moved"));
    }

    public static boolean lock() {
        return new File(VICTIM).setReadable(false, false);
    }

    public static void connect() throws IOException {
        new Socket("127.0.0.1", @PORT@).close();
    }

    public static int start() throws IOException, InterruptedException {
        return new ProcessBuilder("touch", MARKER).start().waitFor();
    }

    public static void exit(int status) {
        System.exit(status);
    }

    public static void halt() {
        Runtime.getRuntime().halt(3);
    }

    public static void spin() {
        while (true) {
        }
    }

    public static int spinAndSwallow(int seed) {
        int caught = 0;
        while (true) {
            try {
                seed = Integer.rotateLeft(seed, 3);
                if (seed == 0x12345678) {
                    return caught;
                }
            } catch (Throwable anything) {
                caught++;
            }
        }
    }

    public static BigInteger spinInTheLibrary() {
        return BigInteger.valueOf(7).pow(1_000_000_000);
    }

    public static long recurse(long depth) {
        return recurse(depth + 1) + 1;
    }

    public static List<byte[]> hoard() {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 19]);
        }
    }

    public static int[] hugeArray() {
        return new int[Integer.MAX_VALUE - 8];
    }

    public static String harmless(int number) {
        if (number > 100) {
            return "large";
        }
        return number < 0 ? "negative" : "small";
    }
}
