package tariffs;

public class Tariff {
    public enum Zone {
        NEAR,
        FAR,
        ABROAD
    }

    private final int base;

    public Tariff(int base) {
        this.base = base;
    }

    public int price(Zone zone, int grams) {
        if (grams > 1000) {
            return zone == Zone.ABROAD ? base * 9 : base * 4;
        }
        if (zone == Zone.FAR) {
            return base * 3;
        }
        return zone == Zone.ABROAD ? base * 5 : base;
    }

    public static String label(String code) {
        if (code == null) {
            return null;
        }
        if (code.isEmpty()) {
            return "";
        }
        if (code.equals("it's")) {
            return "quoted";
        }
        if (code.equals("a, b")) {
            return "two";
        }
        return code.startsWith(" ") ? " padded " : "one";
    }

    public static char grade(char mark, boolean isUrgent) {
        if (mark == '\'' || mark == ',') {
            return isUrgent ? '!' : '\'';
        }
        if (mark > 'm') {
            return ' ';
        }
        return isUrgent ? 'u' : mark;
    }
}
