package evoke.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Draws texts and values, and prints each distance that is 0 where the relation does not hold, or the reverse. */
final class DistanceProperties {
    private static final String[] PATTERNS = {"[ab]+", "a*b", "(ab|ba)*", "a.b", "[^a]b?", "\\w{2,3}"};

    private static int held;

    private DistanceProperties() {}

    public static void main(String[] arguments) {
        Random random = new Random(1);
        for (int round = 0; round < 4000; round++) {
            String text = text(random);
            String other = text(random);
            int offset = random.nextInt(4) - 1;
            check("equals", text, other, text.equals(other), StringDistance.toEqual(text, other));
            check("equalsIgnoreCase", text, other, text.equalsIgnoreCase(other),
                    StringDistance.toEqualIgnoringCase(text, other));
            check("startsWith", text, other, text.startsWith(other), StringDistance.toPartAt(text, other, 0, false));
            if (!other.isEmpty()) {
                check("startsWith", text, other, text.startsWith(other, offset),
                        StringDistance.toPartAt(text, other, offset, false));
            }  else {
                held++;
            }
            check("endsWith", text, other, text.endsWith(other), StringDistance.toEnd(text, other));
            check("contains", text, other, text.contains(other), StringDistance.toContain(text, other));
            check("blank", text, other, text.trim().isEmpty(), StringDistance.toBlank(text));
            List<Object> values = Arrays.asList(value(random), value(random), value(random));
            Object sought = value(random);
            check("contained", values, sought, values.contains(sought), CollectionDistance.toContain(values, sought));
            check("contained", values, sought, values.containsAll(Arrays.asList(sought)),
                    CollectionDistance.toContainAll(values, Arrays.asList(sought)));
            decided(text, PATTERNS[random.nextInt(PATTERNS.length)]);
        }
        System.out.println(held + " held");
    }

    /** What decided a match is never 0 away from the other outcome. */
    private static void decided(String text, String regex) {
        Decision.forget();
        Decision.matches(text, regex, text.matches(regex));
        check("matches", text, regex, false, Decision.toOther());
    }

    private static void check(String relation, Object left, Object right, boolean holds, double distance) {
        if (holds == (distance == 0) && distance >= 0) {
            held++;
        } else {
            System.out.println(relation + " of " + left + " and " + right + ": " + distance);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            text.append("abAB \u00df".charAt(random.nextInt(6)));
        }
        return text.toString();
    }

    private static Object value(Random random) {
        int number = random.nextInt(3);
        switch (random.nextInt(5)) {
            case 0:
                return number;
            case 1:
                return (long) number;
            case 2:
                return number / 2.0;
            case 3:
                return (char) ('a' + number);
            default:
                return text(random);
        }
    }
}
