package evoke.runtime;

/**
 * A {@code switch} over strings reports how far the text is from the string of each case. The compiler makes it a switch
 * over hash codes or positions, whose numbers say nothing.
 */
public final class StringSwitch {
    /** By the first predicate of a switch: the strings of its cases. */
    private static String[][] cases = {};

    private static String subject;

    private StringSwitch() {}

    /** Makes room for so many predicates. */
    static void configure(int predicates) {
        cases = new String[predicates][];
    }

    static void forget() {
        subject = null;
    }

    /** The hash code of this text is about to be switched on. */
    public static void on(String text) {
        if (!Tracer.isElsewhere()) {
            subject = text;
        }
    }

    /**
     * A switch on a number that stands for the text just seen is about to jump. {@code packed} holds the strings of the
     * keys in ascending order, each after a character that is its length plus 1, or 0 if the key has none.
     */
    public static void jump(int key, int firstPredicate, String packed) {
        int[] keys = Tracer.keysOf(firstPredicate);
        if (keys == null) {
            return;
        }
        String[] strings = cases[firstPredicate];
        if (strings == null) {
            strings = unpack(packed, keys.length);
            cases[firstPredicate] = strings;
        }
        boolean matched = false;
        for (int position = 0; position < keys.length; position++) {
            if (keys[position] == key) {
                matched = true;
                Tracer.record(firstPredicate + position, 0, 1);
            } else {
                Tracer.record(firstPredicate + position, toCase(strings[position], firstPredicate + position), 0);
            }
        }
        Tracer.record(firstPredicate + keys.length, matched ? 1 : 0, matched ? 0 : 1);
    }

    private static double toCase(String wanted, int predicate) {
        if (wanted == null || subject == null || Tracer.isElsewhere()) {
            return 1;
        }
        if (Operands.recording) {
            Operands.texts(predicate, subject, wanted);
        }
        double distance = StringDistance.toEqual(subject, wanted);
        return distance > 0 ? distance : 1;
    }

    private static String[] unpack(String packed, int keys) {
        String[] strings = new String[keys];
        int position = 0;
        for (int index = 0; index < keys && position < packed.length(); index++) {
            int length = packed.charAt(position++) - 1;
            if (length >= 0) {
                strings[index] = packed.substring(position, position + length);
                position += length;
            }
        }
        return strings;
    }
}
