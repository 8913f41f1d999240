package files;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Accounts in text files. */
public class Ledger {
    /** What kind of ledger a file holds, by its first line. */
    public static String kind(File file) throws IOException {
        if (!file.isFile()) {
            return file.isDirectory() ? "folder" : "none";
        }
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            String line = reader.readLine();
            if (line == null) {
                return "empty";
            }
            return line.equals("LEDGER") ? "ledger" : "other";
        }
    }

    /** Writes a ledger if there is none; tells whether it did. */
    public static boolean open(Path path) throws IOException {
        if (Files.exists(path)) {
            return false;
        }
        Files.write(path, "LEDGER".getBytes());
        return true;
    }

    /** Number of files in a folder. */
    public static int count(Path folder) {
        File[] files = folder.toFile().listFiles();
        if (files == null) {
            return -1;
        }
        return files.length;
    }

    /** Adds a line, and tells whether the file was there before. */
    public static boolean append(String name) throws IOException {
        boolean existed = new File(name).exists();
        try (Writer writer = new FileWriter(name, true)) {
            writer.write("entry\n");
        }
        return existed;
    }
}
