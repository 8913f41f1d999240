package guarded;

/** States what it takes for granted by assertions. */
public class Guarded {
    private int halves;

    public int half(int even) {
        assert even % 2 == 0 : "odd";
        halves++;
        if (even > 100) {
            return 50;
        }
        return even / 2;
    }

    public boolean isBusy() {
        return halves > 2;
    }
}
