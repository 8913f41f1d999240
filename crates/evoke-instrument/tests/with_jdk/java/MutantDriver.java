import evoke.runtime.Mutation;
import evoke.runtime.TraceState;
import evoke.runtime.Tracer;

/**
 * Calls {@code Subject.run()} once with no mutant switched on and prints the infection distances, then once with each mutant
 * switched on and prints what came of it. Arguments: table sizes, number of mutants, then the mutants to switch on.
 */
public final class MutantDriver {
    public static void main(String[] arguments) {
        int[] numbers = new int[arguments.length];
        for (int position = 0; position < numbers.length; position++) {
            numbers[position] = Integer.parseInt(arguments[position]);
        }
        Tracer.configure(numbers[0], numbers[1], numbers[2], 1000);
        Mutation.configure(numbers[3]);
        System.out.println("original " + run());
        for (int position = 0; position < Tracer.state[TraceState.TOUCHED_MUTANTS]; position++) {
            int mutant = Mutation.touchedMutants[position];
            System.out.println("distance " + mutant + " " + Mutation.infectionDistance[mutant]);
        }
        for (int position = 4; position < numbers.length; position++) {
            Mutation.active = numbers[position];
            System.out.println("active " + numbers[position] + " " + run());
        }
    }

    private static String run() {
        Tracer.begin(10_000);
        try {
            return String.valueOf(Subject.run());
        } catch (Throwable thrown) {
            return thrown.getClass().getSimpleName();
        }
    }
}
