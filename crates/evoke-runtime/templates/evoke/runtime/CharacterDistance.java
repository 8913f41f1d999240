package evoke.runtime;

/** The ASCII character nearest to one that fails a test, and passes it. Tests go by their numbers. */
final class CharacterDistance {
    private static final int LAST = 127;

    private CharacterDistance() {}

    /** The nearest one that passes; above ASCII the highest. */
    static int nearest(int character, int test) {
        int start = Math.max(0, Math.min(character, LAST));
        for (int apart = 0; apart <= LAST; apart++) {
            if (start - apart >= 0 && passes(start - apart, test)) {
                return start - apart;
            }
            if (start + apart <= LAST && passes(start + apart, test)) {
                return start + apart;
            }
        }
        return start;
    }

    private static boolean passes(int character, int test) {
        switch (test) {
//for test,number in CHARACTER_TESTS
            case $number:
                return Character.$test(character);
//end
            default:
                return false;
        }
    }
}
