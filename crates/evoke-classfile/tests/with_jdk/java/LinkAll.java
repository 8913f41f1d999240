import java.nio.file.Files;
import java.nio.file.Paths;

/** Links, and so verifies, the classes named in a file without running them. Prints what fails, then how many did not. */
public final class LinkAll {
    public static void main(String[] args) throws Exception {
        int linked = 0;
        for (String name : Files.readAllLines(Paths.get(args[0]))) {
            try {
                Class.forName(name, false, LinkAll.class.getClassLoader()).getDeclaredMethods();
                linked++;
            } catch (Throwable failure) {
                System.out.println(name + ": " + failure);
            }
        }
        System.out.println(linked + " linked");
    }
}
