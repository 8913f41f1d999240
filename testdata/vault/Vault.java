package vault;

public class Vault {
    private int content;
    private int digits;
    private int turns;
    private boolean open;

    public Vault(int content) {
        this.content = content;
    }

    public void turn(int digit) {
        if (digit < 0 || digit > 9) {
            throw new IllegalArgumentException("no digit");
        }
        digits = digits * 10 + digit;
        turns++;
    }

    public boolean open() {
        open = turns == 5 && scrambled(digits) == -846667444;
        digits = 0;
        turns = 0;
        return open;
    }

    public int take(int amount) {
        if (!open) {
            throw new IllegalStateException("closed");
        }
        if (amount > content) {
            return 0;
        }
        content -= amount;
        return amount;
    }

    private static int scrambled(int value) {
        int result = value;
        result ^= result << 13;
        result ^= result >>> 17;
        result ^= result << 5;
        return result * 0x9E3779B1;
    }
}
