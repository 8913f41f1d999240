package evoke.runtime;

import static evoke.runtime.OperandPair.*;
import static evoke.runtime.OperandType.*;

/**
 * What comparisons compared in a run, when asked for: few different pairs for each predicate, those seen first. Rust reads
 * {@link #numbers} and {@link #texts} after the run.
 */
final class Operands {
    private static final int MAX_PAIRS = 1024;
    private static final int MAX_PAIRS_OF_PREDICATE = 8;
    private static final int MAX_TEXT_LENGTH = 1024;

    /** Whether anything is noted. Probes look at it before they do any more. */
    static boolean recording;

    static int count;
    static long[] numbers = {};
    /** Left and right side of each pair of texts. */
    static String[] texts = {};

    /** By predicate: 1 + its newest pair; by pair: 1 + the one before it. */
    private static int[] newest = {};

    private static int[] before = {};

    private static int keptType;
    private static long keptLeft;
    private static long keptRight;

    /** What was compared last, by whatever class, and the predicate that did. */
    private static int lastPredicate;

    private static int lastType;
    private static long lastLeft;
    private static long lastRight;
    private static String lastLeftText;
    private static String lastRightText;

    private Operands() {}

    /** Makes room for so many predicates. */
    static void configure(int predicates) {
        newest = new int[predicates];
        before = new int[MAX_PAIRS];
        numbers = new long[MAX_PAIRS * LENGTH];
        texts = new String[MAX_PAIRS * 2];
        count = 0;
    }

    /** Forgets what was noted. */
    static void clear() {
        for (int pair = 0; pair < count; pair++) {
            newest[(int) numbers[pair * LENGTH + PREDICATE]] = 0;
            texts[2 * pair] = null;
            texts[2 * pair + 1] = null;
        }
        count = 0;
        lastPredicate = -1;
        lastLeftText = null;
        lastRightText = null;
    }

    /** A jump on a result that another jump decided, which compared this. */
    static void ofJump(int predicate, int decidingJump) {
        if (lastPredicate == decidingJump) {
            note(predicate, lastType, lastLeft, lastRight, lastLeftText, lastRightText);
        }
    }

    static void ints(int predicate, int left, int right) {
        note(predicate, INT, left, right, null, null);
    }

    /** The comparison that the next jump is about. */
    static void keep(long left, long right) {
        if (Tracer.isElsewhere()) {
            return;
        }
        keptType = LONG;
        keptLeft = left;
        keptRight = right;
    }

    /** The comparison that the next jump is about. */
    static void keep(double left, double right) {
        if (Tracer.isElsewhere()) {
            return;
        }
        keptType = DOUBLE;
        keptLeft = Double.doubleToRawLongBits(left);
        keptRight = Double.doubleToRawLongBits(right);
    }

    /** A jump on the comparison kept. */
    static void kept(int predicate) {
        note(predicate, keptType, keptLeft, keptRight, null, null);
    }

    static void texts(int predicate, String left, String right) {
        note(predicate, TEXT, 0, 0, left, right);
    }

    static void pattern(int predicate, String text, String regex) {
        note(predicate, PATTERN, 0, 0, text, regex);
    }

    /** Two values of which the type is not known, if they are of one that can be noted. */
    static void values(int predicate, Object left, Object right) {
        if (left instanceof String && right instanceof String) {
            texts(predicate, (String) left, (String) right);
        } else if (left instanceof Character && right instanceof Character) {
            ints(predicate, (char) left, (char) right);
        } else if (left instanceof Number && right instanceof Number && EqualityDistance.knows(left)) {
            numbers(predicate, (Number) left, (Number) right);
        }
    }

    private static void numbers(int predicate, Number left, Number right) {
        if (left.getClass() != right.getClass()) {
            return;
        }
        if (left instanceof Double || left instanceof Float) {
            keep(left.doubleValue(), right.doubleValue());
            kept(predicate);
        } else if (left instanceof Long) {
            keep(left.longValue(), right.longValue());
            kept(predicate);
        } else {
            ints(predicate, left.intValue(), right.intValue());
        }
    }

    private static void note(int predicate, int type, long left, long right, String leftText, String rightText) {
        if (Tracer.isElsewhere() || isTooLong(leftText) || isTooLong(rightText)) {
            return;
        }
        lastPredicate = predicate;
        lastType = type;
        lastLeft = left;
        lastRight = right;
        lastLeftText = leftText;
        lastRightText = rightText;
        if (predicate >= newest.length || count >= MAX_PAIRS) {
            return;
        }
        int ofPredicate = 0;
        for (int pair = newest[predicate] - 1; pair >= 0; pair = before[pair] - 1) {
            if (++ofPredicate >= MAX_PAIRS_OF_PREDICATE || isPair(pair, left, right, leftText, rightText)) {
                return;
            }
        }
        int first = count * LENGTH;
        numbers[first + PREDICATE] = predicate;
        numbers[first + TYPE] = type;
        numbers[first + LEFT] = left;
        numbers[first + RIGHT] = right;
        texts[2 * count] = leftText;
        texts[2 * count + 1] = rightText;
        before[count] = newest[predicate];
        newest[predicate] = ++count;
    }

    private static boolean isTooLong(String text) {
        return text != null && text.length() > MAX_TEXT_LENGTH;
    }

    private static boolean isPair(int pair, long left, long right, String leftText, String rightText) {
        return numbers[pair * LENGTH + LEFT] == left
                && numbers[pair * LENGTH + RIGHT] == right
                && isSame(texts[2 * pair], leftText)
                && isSame(texts[2 * pair + 1], rightText);
    }

    private static boolean isSame(String one, String other) {
        return one == null ? other == null : one.equals(other);
    }
}
