package effort;

/** One method to call, without arguments; a shortest test is that call. */
public class Loops {
    private Loops() {
    }

    public static int run() {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += make(i).length;
        }
        if (sum > 100) {
            sum = 0;
        }
        return sum;
    }

    private static int[] make(int length) {
        return new int[length];
    }
}
