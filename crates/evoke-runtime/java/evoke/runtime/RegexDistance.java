package evoke.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How far a text is from matching a regular expression, by asking the JDK's own matcher how long a beginning of the
 * text could still be continued to a match ({@link Matcher#hitEnd}). What comes after that beginning counts 1 a character;
 * of texts that could be continued as a whole the longer one is nearer.
 */
final class RegexDistance {
    /** Characters looked at; a matcher may need time exponential in them. */
    private static final int MAX_LENGTH = 64;

    /** Matchers whose texts are known: the last ones made. */
    private static final int REMEMBERED = 8;

    private static final Matcher[] matchers = new Matcher[REMEMBERED];
    private static final String[] texts = new String[REMEMBERED];
    private static int next;

    private RegexDistance() {}

    /** Remembers what a matcher matches, which it does not tell. */
    static void remember(Matcher matcher, String text) {
        if (Tracer.isElsewhere()) {
            return;
        }
        matchers[next] = matcher;
        texts[next] = text;
        next = (next + 1) % REMEMBERED;
    }

    /** Forgets all matchers. */
    static void forget() {
        for (int index = 0; index < REMEMBERED; index++) {
            matchers[index] = null;
            texts[index] = null;
        }
    }

    /** The text of a matcher, or null if it is not known. */
    static String textOf(Matcher matcher) {
        for (int index = 0; index < REMEMBERED; index++) {
            if (matchers[index] == matcher) {
                return texts[index];
            }
        }
        return null;
    }

    /** The expression as compiled, or null if it is none. */
    static Pattern compiled(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    /** To a match of the whole text. */
    static double toMatch(Pattern pattern, String text) {
        int viable = viable(pattern.matcher(text), 0, text.length());
        return text.length() - viable + 1.0 / (1 + viable);
    }

    /** To a match of a part of the text. */
    static double toFind(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        int longest = 0;
        int starts = Math.min(text.length(), MAX_LENGTH);
        for (int start = 0; start < starts; start++) {
            longest = Math.max(longest, viable(matcher, start, text.length()));
        }
        return 1.0 / (1 + longest);
    }

    /** Length of the longest text from {@code start} that could be continued to a match. */
    private static int viable(Matcher matcher, int start, int end) {
        int longest = start;
        int tooLong = Math.min(end, start + MAX_LENGTH) + 1;
        while (tooLong - longest > 1) {
            int middle = (longest + tooLong) >>> 1;
            matcher.region(start, middle);
            if (matcher.matches() || matcher.hitEnd()) {
                longest = middle;
            } else {
                tooLong = middle;
            }
        }
        return longest - start;
    }
}
