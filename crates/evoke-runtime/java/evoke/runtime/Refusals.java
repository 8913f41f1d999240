package evoke.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;

/**
 * Exceptions by which the sandbox keeps code from something, where code under test catches them: what it does next is true on no
 * other machine, where the same call would have changed the user's files.
 */
public final class Refusals {
    private Refusals() {}

    /** A handler was entered with this. The run is over if it is the sandbox that speaks. */
    public static void caught(Throwable thrown) {
        boolean isWrapped = thrown instanceof UncheckedIOException;
        if (isRefusal(isWrapped ? thrown.getCause() : thrown)) {
            Tracer.endAfterRefusal();
        }
    }

    /** Only what the JDK throws is asked: the code under test may have methods of its own in its exceptions. */
    private static boolean isRefusal(Throwable thrown) {
        if (!(thrown instanceof IOException) || thrown.getClass().getClassLoader() != null) {
            return false;
        }
        String message = thrown.getMessage();
        return thrown instanceof AccessDeniedException
                || message != null && (message.contains("Permission denied") || message.contains("Operation not permitted"));
    }
}
