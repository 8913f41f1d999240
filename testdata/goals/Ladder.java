package goals;

/** Steps up, and turns. */
public class Ladder {
    public int climb(int steps, boolean fast) {
        if (steps > 3) {
            if (fast) {
                return limit(steps + 2);
            }
            return steps & 7;
        }
        return 0;
    }

    private int limit(int steps) {
        return steps > 10 ? 10 : steps;
    }

    public void turn(StringBuilder parts) {
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
        parts.reverse();
    }
}
