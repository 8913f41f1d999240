package crash;

/** Takes long to make. */
public class Table {
    private final int[] entries = new int[64];

    public Table() {
        for (int i = 0; i < 120_000; i++) {
            entries[i & 63] += i;
        }
    }

    public int get(int index) {
        if (index < 0 || index >= entries.length) {
            return -1;
        }
        return entries[index];
    }
}
