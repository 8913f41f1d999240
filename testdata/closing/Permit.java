package closing;

/** Lets through only after somebody has registered, once for all. */
public final class Permit {
    private static boolean registered;

    private Permit() {}

    public static void register(int key) {
        if (key == 7919) {
            registered = true;
        }
    }

    public static int pass(int number, int most) {
        if (!registered) {
            throw new IllegalStateException("not registered");
        }
        if (number < 0) {
            return 0;
        }
        return number > most ? most : number;
    }
}
