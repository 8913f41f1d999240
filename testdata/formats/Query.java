package formats;

import java.util.HashMap;
import java.util.Map;

/** A tiny language: {@code select name where (name = 'text')}. */
public class Query {
    private static final Map<String, Integer> COLUMNS = new HashMap<>();

    static {
        COLUMNS.put("customer_id", 1);
        COLUMNS.put("order_date", 2);
    }

    private final String text;
    private int position;

    public Query(String text) {
        this.text = text;
    }

    public int column() {
        expect("select");
        Integer column = COLUMNS.get(word());
        if (column == null) {
            return -1;
        }
        if (accept("where")) {
            condition();
            return 100 + column;
        }
        return column;
    }

    private void condition() {
        if (peek() == '(') {
            position++;
            condition();
            if (peek() != ')') {
                throw new IllegalStateException("no )");
            }
            position++;
        } else if (peek() == '\'') {
            position = text.indexOf('\'', position + 1) + 1;
            if (position == 0) {
                throw new IllegalStateException("no '");
            }
        } else {
            word();
        }
    }

    private void expect(String word) {
        if (!accept(word)) {
            throw new IllegalArgumentException("no " + word);
        }
    }

    private boolean accept(String word) {
        int before = position;
        if (word().equals(word)) {
            return true;
        }
        position = before;
        return false;
    }

    private String word() {
        while (peek() == ' ') {
            position++;
        }
        int start = position;
        while (Character.isLetter(peek()) || peek() == '_') {
            position++;
        }
        return text.substring(start, position);
    }

    private char peek() {
        return position < text.length() ? text.charAt(position) : 0;
    }
}
