import evoke.runtime.Tracer;

/** Calls {@code Subject.run()} once and prints what the tracer recorded. Arguments: table sizes, then switches. */
public final class Driver {
    public static void main(String[] arguments) {
        int position = 0;
        int branches = Integer.parseInt(arguments[position++]);
        int lines = Integer.parseInt(arguments[position++]);
        int methods = Integer.parseInt(arguments[position++]);
        Tracer.configure(branches, lines, methods, 1000);
        while (position < arguments.length) {
            int branch = Integer.parseInt(arguments[position++]);
            int[] keys = new int[Integer.parseInt(arguments[position++])];
            for (int index = 0; index < keys.length; index++) {
                keys[index] = Integer.parseInt(arguments[position++]);
            }
            Tracer.setSwitchKeys(branch, keys);
        }
        Tracer.begin(10_000);
        String end = "completed";
        try {
            Subject.run();
        } catch (Throwable thrown) {
            end = "threw " + thrown.getClass().getName();
        }
        System.out.println("end " + end);
        for (int index = 0; index < Tracer.state[Tracer.TOUCHED_BRANCHES]; index++) {
            int branch = Tracer.touchedPredicates[index];
            System.out.println("branch " + branch + " " + Tracer.distanceTrue[branch] + " "
                    + Tracer.distanceFalse[branch] + " " + Tracer.predicateExecutions[branch]);
        }
        for (int index = 0; index < Tracer.state[Tracer.TOUCHED_LINES]; index++) {
            System.out.println("line " + Tracer.touchedLines[index]);
        }
        for (int index = 0; index < Tracer.state[Tracer.TOUCHED_METHODS]; index++) {
            System.out.println("method " + Tracer.touchedMethods[index]);
        }
        System.out.println("effort " + Tracer.state[Tracer.CALLS] + " " + Tracer.state[Tracer.REPEATED_ALLOCATIONS]
                + " " + Tracer.state[Tracer.LINE_EXECUTIONS]);
        System.out.println("exits " + Tracer.state[Tracer.EXIT_ATTEMPTS]);
    }
}
