package evoke.runtime;

/**
 * How far texts are from a relation, from characters in line with each other: a character that differs counts less
 * than 1, and less the nearer it is; one that is missing or too many counts 1.
 */
final class StringDistance {
    /** Characters looked at; what is beyond makes no difference. */
    private static final int MAX_LENGTH = 4096;
    /** Pairs of characters looked at for one search. */
    private static final int MAX_PAIRS = 1 << 16;

    private StringDistance() {}

    /** To {@code left.equals(right)}. */
    static double toEqual(String left, String right) {
        return aligned(left, right, 0, false) + tail(left, right);
    }

    /** To {@code left.equalsIgnoreCase(right)}. */
    static double toEqualIgnoringCase(String left, String right) {
        return aligned(left, right, 0, true) + tail(left, right);
    }

    /** To {@code text.startsWith(part, offset)}; to {@code regionMatches} likewise. */
    static double toPartAt(String text, String part, int offset, boolean ignoreCase) {
        return aligned(text, part, offset, ignoreCase);
    }

    /** To {@code text.endsWith(part)}. */
    static double toEnd(String text, String part) {
        return aligned(text, part, text.length() - part.length(), false);
    }

    /** To {@code text.contains(part)}: the best place counts, also where the part hangs over an end. */
    static double toContain(String text, String part) {
        double best = part.length();
        int searched = Math.min(text.length(), MAX_PAIRS / (part.length() + 1));
        for (int start = 1 - part.length(); start < searched; start++) {
            best = Math.min(best, aligned(text, part, start, false));
        }
        return best;
    }

    /** To {@code text.isBlank()} (what {@code trim} removes counts as blank). */
    static double toBlank(String text) {
        int shown = 0;
        for (int index = 0; index < text.length(); index++) {
            shown += text.charAt(index) > ' ' ? 1 : 0;
        }
        return shown;
    }

    /** What the longer text has beyond the shorter one. */
    private static double tail(String left, String right) {
        return Math.max(left.length() - right.length(), 0);
    }

    /** Sum over the characters of the part, laid over the text from {@code start}, which may be outside it. */
    private static double aligned(String text, String part, int start, boolean ignoreCase) {
        int length = Math.min(part.length(), MAX_LENGTH);
        double sum = part.length() - length;
        for (int index = 0; index < length; index++) {
            long position = (long) start + index;
            if (position < 0 || position >= text.length()) {
                sum++;
            } else {
                sum += between(text.charAt((int) position), part.charAt(index), ignoreCase);
            }
        }
        return sum;
    }

    private static double between(char left, char right, boolean ignoreCase) {
        if (left == right) {
            return 0;
        }
        int apart = Math.abs(left - right);
        if (ignoreCase) {
            int upper = Math.abs(Character.toUpperCase(left) - Character.toUpperCase(right));
            int lower = Math.abs(Character.toLowerCase(left) - Character.toLowerCase(right));
            apart = Math.min(apart, Math.min(upper, lower));
        }
        return apart / (apart + 1.0);
    }
}
