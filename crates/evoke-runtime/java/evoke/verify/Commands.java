package evoke.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Lines that the process which started this one sends. */
public final class Commands {
    private Commands() {}

    /**
     * Takes standard input for itself. It is read on a thread of its own, so that a hanging test does not keep the process alive: it
     * ends as soon as standard input does.
     */
    public static BlockingQueue<String> read() {
        final BlockingQueue<String> commands = new LinkedBlockingQueue<String>();
        final BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread reader = new Thread("evoke-commands") {
            @Override
            public void run() {
                try {
                    for (String line = input.readLine(); line != null; line = input.readLine()) {
                        commands.add(line);
                    }
                } catch (IOException broken) {
                    // The other side is gone: the same as the end of input.
                } finally {
                    Runtime.getRuntime().halt(0);
                }
            }
        };
        reader.setDaemon(true);
        reader.start();
        return commands;
    }
}
