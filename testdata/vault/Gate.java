package vault;

public class Gate {
    private boolean lit;

    public void light() {
        lit = true;
    }

    public boolean accepts(String word) {
        if (!lit) {
            return false;
        }
        int sum = 7;
        for (char letter : word.toCharArray()) {
            sum = sum * 131 + letter;
        }
        if (scrambled(sum) == 750270345) {
            return true;
        }
        return false;
    }

    private static int scrambled(int value) {
        int result = value;
        result ^= result << 13;
        result ^= result >>> 17;
        result ^= result << 5;
        return result * 0x9E3779B1;
    }
}
