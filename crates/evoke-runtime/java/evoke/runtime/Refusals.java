package evoke.runtime;

import java.io.IOException;
import java.nio.file.AccessDeniedException;

/**
 * Exceptions by which the sandbox keeps code from something, where code under test catches them: what it does next is true on no
 * other machine, where the same call would have changed the user's files.
 */
public final class Refusals {
    private static final int MOST_WRAPPERS = 8;

    private Refusals() {}

    /** A handler was entered with this. The run is over if it is the sandbox that speaks. */
    public static void caught(Throwable thrown) {
        if (isRefusal(thrown)) {
            Tracer.endAfterRefusal();
        }
    }

    /**
     * Whether it is a refusal, or the JDK's wrapper of one, as reflection and executors throw them. Only what the JDK throws is asked: the code
     * under test may have methods of its own in its exceptions.
     */
    private static boolean isRefusal(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; depth < MOST_WRAPPERS && cause != null && cause.getClass().getClassLoader() == null; depth++) {
            if (cause instanceof IOException && saysSo((IOException) cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean saysSo(IOException thrown) {
        String message = thrown.getMessage();
        return thrown instanceof AccessDeniedException
                || message != null && (message.contains("Permission denied") || message.contains("Operation not permitted"));
    }
}
