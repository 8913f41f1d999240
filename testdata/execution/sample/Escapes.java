package sample;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFilePermissions;

/** Each method tries something outside this process and says whether it worked. */
public class Escapes {
    interface Attempt {
        boolean run() throws Exception;
    }

    private static boolean works(Attempt attempt) {
        try {
            return attempt.run();
        } catch (Exception | Error refused) {
            return false;
        }
    }

    /** Run as a program: reports success if all it can do to the file is read it. */
    public static void main(String[] arguments) {
        String path = arguments[0];
        boolean confined = read(path) && !delete(path) && !write(path) && !chmod(path) && !startProgram(path);
        System.out.println(confined ? "1 passed" : "escaped");
        System.exit(confined ? 0 : 1);
    }

    public static boolean read(String path) {
        return works(() -> Files.readAllBytes(Paths.get(path)).length >= 0);
    }

    public static boolean delete(String path) {
        return works(() -> new File(path).delete());
    }

    public static boolean rename(String path) {
        return works(() -> new File(path).renameTo(new File(path + ".moved")));
    }

    public static boolean write(String path) {
        return works(() -> {
            try (OutputStream out = new FileOutputStream(path)) {
                out.write(1);
            }
            return true;
        });
    }

    public static boolean makeFolder(String path) {
        return works(() -> new File(path + ".folder").mkdir());
    }

    public static boolean chmod(String path) {
        boolean one = works(() -> new File(path).setReadable(false));
        return one | works(() -> {
            Files.setPosixFilePermissions(Paths.get(path), PosixFilePermissions.fromString("---------"));
            return true;
        });
    }

    public static boolean touch(String path) {
        return works(() -> new File(path).setLastModified(0));
    }

    public static boolean connect(int port) {
        return works(() -> {
            new Socket("127.0.0.1", port).close();
            return true;
        });
    }

    public static boolean listen(int port) {
        return works(() -> {
            new ServerSocket(0).close();
            return true;
        });
    }

    public static boolean sendDatagrams(int port) {
        return works(() -> {
            new DatagramSocket().close();
            return true;
        });
    }

    public static boolean startProgram(String path) {
        return works(() -> new ProcessBuilder("touch", path + ".started").start().waitFor() == 0);
    }

    public static boolean kill(int process) {
        return works(() -> ProcessHandle.of(process).get().destroyForcibly());
    }

    /** Work that makes HotSpot compile and collect. */
    public static int work() throws IOException {
        int sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum += new int[100].length + String.valueOf(i).length();
        }
        return sum;
    }
}
