package closing;

/** Cannot be initialised once the registry was closed. */
public final class Table {
    private static final String[] NAMES = Registry.names();

    private Table() {}

    public static int count(int number, String text) {
        int sum = 0;
        if (number > 3) {
            sum++;
        }
        if (number < -5) {
            sum--;
        }
        if (text == null) {
            return -1;
        }
        if (text.isEmpty()) {
            sum += 2;
        }
        if (text.startsWith("ab")) {
            sum += NAMES.length;
        }
        return text.length() > 4 && number > 10 ? sum + 100 : sum;
    }

    public static void close() {
        Registry.close();
    }
}
