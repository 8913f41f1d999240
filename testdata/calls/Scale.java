/** Is called. */
public class Scale {
    private final int limit;

    public Scale(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException();
        }
        this.limit = limit;
    }

    public static int rounded(int weight) {
        return weight > 50 ? 100 : weight;
    }

    public boolean accepts(int weight) {
        return weight <= limit;
    }
}
