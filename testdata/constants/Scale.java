package constants;

public class Scale {
    private static long[] low;
    private static long[] high;

    private final int offset;

    public Scale(int offset) {
        if (low == null) {
            low = computed(3);
            high = computed(5);
        }
        this.offset = offset;
    }

    private static long[] computed(int factor) {
        long sum = 0;
        for (int i = 0; i < 7_500_000; i++) {
            sum += i % factor;
        }
        return new long[] {sum % 10, factor};
    }

    public String of(int value) {
        if (value + offset < low[1]) {
            return "low";
        }
        return value + offset > high[1] ? "high" : "between";
    }
}
