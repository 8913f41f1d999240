import evoke.runtime.TraceState;
import evoke.runtime.Tracer;

/** Calls {@code Subject.run()} once and prints what the tracer recorded. Arguments: table sizes, then switches. */
public final class Driver {
    public static void main(String[] arguments) {
        int position = 0;
        int predicates = Integer.parseInt(arguments[position++]);
        int lines = Integer.parseInt(arguments[position++]);
        int methods = Integer.parseInt(arguments[position++]);
        Tracer.configure(predicates, lines, methods, 1000);
        while (position < arguments.length) {
            int predicate = Integer.parseInt(arguments[position++]);
            int[] keys = new int[Integer.parseInt(arguments[position++])];
            for (int index = 0; index < keys.length; index++) {
                keys[index] = Integer.parseInt(arguments[position++]);
            }
            Tracer.setSwitchKeys(predicate, keys);
        }
        Tracer.begin(10_000);
        String end = "completed";
        try {
            Subject.run();
        } catch (Throwable thrown) {
            end = "threw " + thrown.getClass().getName();
        }
        System.out.println("end " + end);
        for (int index = 0; index < Tracer.state[TraceState.TOUCHED_PREDICATES]; index++) {
            int predicate = Tracer.touchedPredicates[index];
            System.out.println("predicate " + predicate + " " + Tracer.distanceTrue[predicate] + " "
                    + Tracer.distanceFalse[predicate] + " " + Tracer.predicateExecutions[predicate]);
        }
        for (int index = 0; index < Tracer.state[TraceState.TOUCHED_LINES]; index++) {
            System.out.println("line " + Tracer.touchedLines[index]);
        }
        for (int index = 0; index < Tracer.state[TraceState.TOUCHED_METHODS]; index++) {
            System.out.println("method " + Tracer.touchedMethods[index]);
        }
        System.out.println("effort " + Tracer.state[TraceState.CALLS] + " " + Tracer.state[TraceState.REPEATED_ALLOCATIONS]
                + " " + Tracer.state[TraceState.LINE_EXECUTIONS]);
        System.out.println("exits " + Tracer.state[TraceState.EXIT_ATTEMPTS]);
        System.out.println("refusals " + Tracer.state[TraceState.REFUSALS]);
    }
}
