package settings;

/** Writes numbers as the default locale has them. */
public class Label {
    private final int count;

    public Label(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(String.format("not a count: %d", count));
        }
        this.count = count;
    }

    public String text() {
        return String.format("%d pieces, %.1f kg", count, count * 1.5);
    }
}
