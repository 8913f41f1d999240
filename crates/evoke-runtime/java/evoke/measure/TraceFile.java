package evoke.measure;

import evoke.runtime.Mutation;
import evoke.runtime.TraceState;
import evoke.runtime.Tracer;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The trace of the last run, in a file that is written anew for each: predicates (id, distances to true and false, executions), lines,
 * methods and mutants (id, infection distance), each after their number.
 */
final class TraceFile {
    private final RandomAccessFile file;

    TraceFile(String path) throws IOException {
        file = new RandomAccessFile(path, "rw");
    }

    void write() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        int[] state = Tracer.state.clone();
        out.writeInt(state[TraceState.TOUCHED_PREDICATES]);
        for (int i = 0; i < state[TraceState.TOUCHED_PREDICATES]; i++) {
            int predicate = Tracer.touchedPredicates[i];
            out.writeInt(predicate);
            out.writeDouble(Tracer.distanceTrue[predicate]);
            out.writeDouble(Tracer.distanceFalse[predicate]);
            out.writeInt(Tracer.predicateExecutions[predicate]);
        }
        writeIds(out, Tracer.touchedLines, state[TraceState.TOUCHED_LINES]);
        writeIds(out, Tracer.touchedMethods, state[TraceState.TOUCHED_METHODS]);
        out.writeInt(state[TraceState.TOUCHED_MUTANTS]);
        for (int i = 0; i < state[TraceState.TOUCHED_MUTANTS]; i++) {
            int mutant = Mutation.touchedMutants[i];
            out.writeInt(mutant);
            out.writeDouble(Mutation.infectionDistance[mutant]);
        }
        file.setLength(0);
        file.seek(0);
        file.write(bytes.toByteArray());
    }

    private static void writeIds(DataOutputStream out, int[] ids, int count) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(ids[i]);
        }
    }
}
