package evoke.runtime;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Levels of loggers, which a test can set. Apart from other settings, since a JVM need not have the module. */
final class LogLevels {
    private static Map<String, Level> levels;

    private LogLevels() {}

    /** Remembers them, the first time that this is called. */
    static void keep() {
        if (levels != null) {
            return;
        }
        levels = new HashMap<String, Level>();
        LogManager manager = LogManager.getLogManager();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null) {
                levels.put(name, logger.getLevel());
            }
        }
    }

    /** Sets them back; loggers that were not there yet take theirs from others. */
    static void restore() {
        LogManager manager = LogManager.getLogManager();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null) {
                logger.setLevel(levels.get(name));
            }
        }
    }
}
