package evoke.runtime;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What decided the result of the call that the next jump or return uses, and so how far it was from being the other one.
 *
 * <p>The instrumented code calls {@link #forget} before such a call, and after it the method here that has its name, with
 * the operands and the result, which it gets back. Methods of the class path that return a boolean, or null, leave here what decided it.
 * The instrumenter sees to it that nothing but that jump or return follows, so what is kept is never another's.
 *
 * <p>It is kept for the thread that runs tests alone. Nothing here calls code under test. Where the run-time classes of the operands tell nothing, what the call itself
 * left is kept: then it ran code under test that decided its result.
 */
public final class Decision {
    private static final int UNKNOWN = 0;
    /** A jump decided it. */
    private static final int BY_JUMP = 1;
    private static final int EQUAL = 2;
    private static final int EQUAL_IGNORING_CASE = 3;
    private static final int PART_AT = 4;
    private static final int PART_AT_IGNORING_CASE = 5;
    private static final int END = 6;
    private static final int CONTAIN = 7;
    private static final int EMPTY = 8;
    private static final int BLANK = 9;
    private static final int MATCH = 10;
    private static final int FIND = 11;
    private static final int ELEMENT = 12;
    private static final int ELEMENTS = 13;
    private static final int CHARACTER = 14;
    private static final int ARRAYS = 15;
    /** A jump decided that null is returned. */
    private static final int NULL_BY_JUMP = 16;
    /** The keys of a map hold the one sought, else null is given. */
    private static final int KEY = 17;

    private static int relation;
    /** Whether the relation holds. */
    private static boolean holds;

    private static Object left;
    private static Object right;
    /** Where the part has to be; for characters the character. */
    private static int position;
    /** Of a jump. */
    private static double distance;
    /** The jump. */
    private static int decidingJump;

    private Decision() {}

    /** Nothing has been decided yet. */
    public static void forget() {
        if (!Tracer.isElsewhere()) {
            relation = UNKNOWN;
        }
    }

    /** Nothing has been decided, and nothing is kept alive. */
    static void clear() {
        relation = UNKNOWN;
        left = null;
        right = null;
    }

    /** The method returns what its last jump decided; its predicates are those from {@code first} to {@code last}. */
    public static void byJump(int first, int last) {
        if (Tracer.isElsewhere()) {
            return;
        }
        forget();
        int jump = first < ForeignPredicates.FIRST ? Tracer.lastJump : Tracer.lastForeignJump;
        if (jump >= first && jump <= last) {
            relation = BY_JUMP;
            decidingJump = jump;
            distance = first < ForeignPredicates.FIRST ? Tracer.lastJumpToOther : Tracer.lastForeignJumpToOther;
        }
    }

    /** The same of a method that returns null. */
    public static void nullByJump(int first, int last) {
        byJump(first, last);
        if (relation == BY_JUMP && !Tracer.isElsewhere()) {
            relation = NULL_BY_JUMP;
        }
    }

    // Calls with a result of true or false.

    public static boolean equals(Object receiver, Object argument, boolean result) {
        if (EqualityDistance.knows(receiver) || receiver == null && EqualityDistance.knows(argument)) {
            keep(EQUAL, receiver, argument, result);
        }
        return result;
    }

    /** {@code Arrays.equals}. */
    public static boolean arraysEqual(Object first, Object second, boolean result) {
        if (first != null && second != null) {
            keep(ARRAYS, first, second, result);
        }
        return result;
    }

    public static boolean contentEquals(Object receiver, Object argument, boolean result) {
        return texts(EQUAL, receiver, argument, result);
    }

    public static boolean equalsIgnoreCase(Object receiver, Object argument, boolean result) {
        return texts(EQUAL_IGNORING_CASE, receiver, argument, result);
    }

    public static boolean startsWith(Object receiver, Object argument, boolean result) {
        keepPosition(0);
        return texts(PART_AT, receiver, argument, result);
    }

    public static boolean endsWith(Object receiver, Object argument, boolean result) {
        return texts(END, receiver, argument, result);
    }

    public static boolean contains(Object receiver, Object argument, boolean result) {
        if (receiver instanceof Collection && CollectionDistance.knows(receiver)) {
            keep(ELEMENT, receiver, argument, result);
            return result;
        }
        return texts(CONTAIN, receiver, argument, result);
    }

    public static boolean containsAll(Object receiver, Object argument, boolean result) {
        if (CollectionDistance.knows(receiver) && CollectionDistance.knows(argument)) {
            keep(ELEMENTS, receiver, argument, result);
        }
        return result;
    }

    public static boolean containsKey(Object receiver, Object argument, boolean result) {
        if (receiver instanceof Map && CollectionDistance.knows(receiver)) {
            keep(ELEMENT, ((Map<?, ?>) receiver).keySet(), argument, result);
        }
        return result;
    }

    public static boolean containsValue(Object receiver, Object argument, boolean result) {
        if (receiver instanceof Map && CollectionDistance.knows(receiver)) {
            keep(ELEMENT, ((Map<?, ?>) receiver).values(), argument, result);
        }
        return result;
    }

    public static boolean isEmpty(Object receiver, boolean result) {
        if (text(receiver) != null || CollectionDistance.knows(receiver)) {
            keep(EMPTY, receiver, null, result);
        }
        return result;
    }

    public static boolean isBlank(Object receiver, boolean result) {
        if (receiver instanceof String) {
            keep(BLANK, receiver, null, result);
        }
        return result;
    }

    /** {@code String.matches}. */
    public static boolean matches(Object text, Object regex, boolean result) {
        if (text instanceof String && regex instanceof String) {
            keep(MATCH, text, regex, result);
        }
        return result;
    }

    /** {@code Pattern.matches}. */
    public static boolean patternMatches(Object regex, Object text, boolean result) {
        return matches(text(text), regex, result);
    }

    /** {@code Matcher.matches}. */
    public static boolean matches(Object matcher, boolean result) {
        return matcher(MATCH, matcher, result);
    }

    /** {@code Matcher.find} and {@code Matcher.lookingAt}. */
    public static boolean find(Object matcher, boolean result) {
        return matcher(FIND, matcher, result);
    }

    /** A matcher was made for a text. */
    public static void matcher(Object matcher, Object text) {
        String known = text(text);
        if (matcher instanceof Matcher && known != null) {
            RegexDistance.remember((Matcher) matcher, known);
        }
    }

    // Calls with an object as result, or null.

    /** {@code Map.get} and {@code Map.remove}. */
    public static Object get(Object receiver, Object argument, Object result) {
        key(receiver, argument, result);
        return result;
    }

    /** {@code Properties.getProperty}. */
    public static String getProperty(Object receiver, Object argument, String result) {
        key(receiver, argument, result);
        return result;
    }

    // Characters.

//for test,number in CHARACTER_TESTS
    public static boolean $test(int character, boolean result) {
        return character(character, $number, result);
    }

//end
    // Calls with a number as result.

    /** A comparison that gives 0 for equal values. */
    public static int compareTo(Object receiver, Object argument, int result) {
        equals(receiver, argument, result == 0);
        return result;
    }

    public static int compareToIgnoreCase(Object receiver, Object argument, int result) {
        equalsIgnoreCase(receiver, argument, result == 0);
        return result;
    }

    /** A search for a text that gives a negative number if it is not there. */
    public static int indexOf(Object receiver, Object argument, int result) {
        texts(CONTAIN, receiver, argument, result >= 0);
        return result;
    }

    /** A search for a character that gives a negative number if it is not there. */
    public static int indexOf(Object receiver, int argument, int result) {
        texts(CONTAIN, receiver, String.valueOf((char) argument), result >= 0);
        return result;
    }

    // Calls in place of those with more operands.

    public static boolean startsWith(String receiver, String prefix, int offset) {
        boolean result = receiver.startsWith(prefix, offset);
        keepPosition(offset);
        return texts(PART_AT, receiver, prefix, result);
    }

    public static boolean regionMatches(String receiver, int offset, String other, int otherOffset, int length) {
        return regionMatches(receiver, false, offset, other, otherOffset, length);
    }

    public static boolean regionMatches(
            String receiver, boolean ignoreCase, int offset, String other, int otherOffset, int length) {
        boolean result = receiver.regionMatches(ignoreCase, offset, other, otherOffset, length);
        forget();
        boolean isPart = otherOffset >= 0 && length > 0 && length <= other.length() - otherOffset;
        if (isPart || result) {
            keepPosition(offset);
            String part = isPart ? other.substring(otherOffset, otherOffset + length) : "";
            keep(ignoreCase ? PART_AT_IGNORING_CASE : PART_AT, receiver, part, result);
        }
        return result;
    }

    // What the tracer asks.

    /** Whether it is known what decided that the result is null. */
    static boolean isOfNull() {
        return relation == NULL_BY_JUMP || relation == KEY;
    }

    /** How far the result was from being the other one; never 0. */
    static double toOther() {
        if (relation == BY_JUMP || relation == NULL_BY_JUMP) {
            return distance;
        }
        if (relation == UNKNOWN || holds) {
            return 1;
        }
        double toHold = toHold();
        return toHold > 0 ? toHold : 1;
    }

    /** Notes the operands for a predicate. */
    static void noteOperands(int predicate) {
        switch (relation) {
            case BY_JUMP:
            case NULL_BY_JUMP:
                Operands.ofJump(predicate, decidingJump);
                break;
            case UNKNOWN:
            case EMPTY:
            case BLANK:
            case ELEMENTS:
            case ARRAYS:
                break;
            case CHARACTER:
                Operands.ints(predicate, position, CharacterDistance.nearest(position, (int) right));
                break;
            case MATCH:
            case FIND:
                String regex = right instanceof Pattern ? ((Pattern) right).pattern() : (String) right;
                Operands.pattern(predicate, (String) left, regex);
                break;
            case ELEMENT:
            case KEY:
                Operands.values(predicate, right, CollectionDistance.nearest((Collection<?>) left, right));
                break;
            default:
                Operands.values(predicate, left, right);
        }
    }

    private static double toHold() {
        switch (relation) {
            case EQUAL:
                return EqualityDistance.of(left, right);
            case ARRAYS:
                return ArrayDistance.toEqual(left, right);
            case EMPTY:
                return left instanceof CharSequence
                        ? ((CharSequence) left).length()
                        : CollectionDistance.size(left);
            case ELEMENT:
            case KEY:
                return CollectionDistance.toContain((Collection<?>) left, right);
            case ELEMENTS:
                return CollectionDistance.toContainAll((Collection<?>) left, (Collection<?>) right);
            case BLANK:
                return StringDistance.toBlank((String) left);
            case CHARACTER:
                return Math.abs(position - CharacterDistance.nearest(position, (int) right));
            case MATCH:
            case FIND:
                return toPattern();
            default:
                return left == null || right == null
                        ? EqualityDistance.OF_OTHER_CLASS
                        : betweenTexts((String) left, (String) right);
        }
    }

    private static double betweenTexts(String text, String other) {
        switch (relation) {
            case EQUAL_IGNORING_CASE:
                return StringDistance.toEqualIgnoringCase(text, other);
            case PART_AT:
                return StringDistance.toPartAt(text, other, position, false);
            case PART_AT_IGNORING_CASE:
                return StringDistance.toPartAt(text, other, position, true);
            case END:
                return StringDistance.toEnd(text, other);
            default:
                return StringDistance.toContain(text, other);
        }
    }

    private static double toPattern() {
        Pattern pattern = right instanceof Pattern ? (Pattern) right : RegexDistance.compiled((String) right);
        if (pattern == null) {
            return 1;
        }
        return relation == MATCH
                ? RegexDistance.toMatch(pattern, (String) left)
                : RegexDistance.toFind(pattern, (String) left);
    }

    private static void keepPosition(int newPosition) {
        if (!Tracer.isElsewhere()) {
            position = newPosition;
        }
    }

    private static boolean keep(int newRelation, Object newLeft, Object newRight, boolean result) {
        if (!Tracer.isElsewhere()) {
            relation = newRelation;
            left = newLeft;
            right = newRight;
            holds = result;
        }
        return result;
    }

    private static void key(Object map, Object key, Object result) {
        if (map instanceof Map && CollectionDistance.knows(map)) {
            keep(KEY, ((Map<?, ?>) map).keySet(), key, result != null);
        }
    }

    private static boolean texts(int newRelation, Object receiver, Object argument, boolean result) {
        String text = text(receiver);
        String other = text(argument);
        if (text != null && (other != null || argument == null)) {
            keep(newRelation, text, other, result);
        }
        return result;
    }

    private static boolean matcher(int newRelation, Object matcher, boolean result) {
        if (matcher instanceof Matcher) {
            String text = RegexDistance.textOf((Matcher) matcher);
            if (text != null) {
                keep(newRelation, text, ((Matcher) matcher).pattern(), result);
            }
        }
        return result;
    }

    private static boolean character(int character, int test, boolean result) {
        keepPosition(character);
        return keep(CHARACTER, null, test, result);
    }

    /** The content of the JDK's own character sequences; null for any other, whose methods may be under test. */
    private static String text(Object object) {
        if (object instanceof String) {
            return (String) object;
        }
        return object instanceof StringBuilder || object instanceof StringBuffer ? object.toString() : null;
    }
}
