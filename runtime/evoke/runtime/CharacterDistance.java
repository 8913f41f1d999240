package evoke.runtime;

/** The ASCII character nearest to one that is not of a kind, and is. */
final class CharacterDistance {
    static final int DIGIT = 0;
    static final int LETTER = 1;
    static final int LETTER_OR_DIGIT = 2;
    static final int UPPER_CASE = 3;
    static final int LOWER_CASE = 4;
    static final int WHITESPACE = 5;
    static final int IDENTIFIER_START = 6;
    static final int IDENTIFIER_PART = 7;

    private static final int LAST = 127;

    private CharacterDistance() {}

    /** The nearest one of the kind; above ASCII the highest. */
    static int nearest(int character, int kind) {
        int start = Math.max(0, Math.min(character, LAST));
        for (int apart = 0; apart <= LAST; apart++) {
            if (start - apart >= 0 && is(start - apart, kind)) {
                return start - apart;
            }
            if (start + apart <= LAST && is(start + apart, kind)) {
                return start + apart;
            }
        }
        return start;
    }

    private static boolean is(int character, int kind) {
        switch (kind) {
            case DIGIT:
                return Character.isDigit(character);
            case LETTER:
                return Character.isLetter(character);
            case LETTER_OR_DIGIT:
                return Character.isLetterOrDigit(character);
            case UPPER_CASE:
                return Character.isUpperCase(character);
            case LOWER_CASE:
                return Character.isLowerCase(character);
            case WHITESPACE:
                return Character.isWhitespace(character);
            case IDENTIFIER_START:
                return Character.isJavaIdentifierStart(character);
            default:
                return Character.isJavaIdentifierPart(character);
        }
    }
}
