package sample;

import java.util.Comparator;

public class Grade implements Comparator<String> {
    public static final Grade LOW = new Grade();
    public static final Comparator<String> HIGH = new Grade() {};
    static final Grade HIDDEN = new Grade();

    @Override
    public int compare(String one, String other) {
        return 0;
    }

    public static Grade hidden() {
        return HIDDEN;
    }

    public static Grade another() {
        return new Grade();
    }

    public static final class Points {
        public static final Points NONE = new Points();

        @Override
        public boolean equals(Object other) {
            return other instanceof Points;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
