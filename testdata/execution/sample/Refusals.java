package sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;

/** Exceptions that a sandbox would have been the cause of, thrown by the JDK and by code that has other reasons. */
public final class Refusals {
    private Refusals() {}

    public static void resolve() throws IOException {
        InetAddress.getByName("nowhere.invalid");
    }

    public static void resolveInMap() throws IOException {
        throw new UnknownHostException("nowhere.invalid is not in the map");
    }

    public static void deny() throws IOException {
        throw new AccessDeniedException("/file");
    }

    public static void denyUnchecked() {
        throw new IllegalStateException("Permission denied");
    }
}
