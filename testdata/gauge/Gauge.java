package gauge;

public class Gauge {
    private int level;

    public static int clamp(int value) {
        if (value < 0) {
            return 0;
        }
        return value;
    }

    public int fill(int amount) {
        add(amount);
        return level;
    }

    private void add(int amount) {
        if (amount == 13) {
            throw new IllegalStateException("unlucky");
        }
        level = amount;
    }

    public static int half(int value) {
        return value / 2;
    }

    public static int drain(int value) {
        while (value > 0) {
            value--;
        }
        return value;
    }

    public static int eighth(int value) {
        return quarter(value) / 2;
    }

    public static int quarter(int value) {
        return value / 4;
    }
}
