import java.nio.file.Files;
import java.nio.file.Paths;

/** Links, and so verifies, each class named in a file; prints the name and the error of those that fail. */
public final class LinkAll {
    public static void main(String[] arguments) throws Exception {
        int linked = 0;
        for (String name : Files.readAllLines(Paths.get(arguments[0]))) {
            try {
                // Asking for the methods links the class without initialising it.
                Class.forName(name, false, LinkAll.class.getClassLoader()).getDeclaredMethods();
                linked++;
            } catch (Throwable failure) {
                System.out.println(name + " " + String.valueOf(failure).replace('\n', ' '));
            }
        }
        System.out.println(linked + " linked");
    }
}
