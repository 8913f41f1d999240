package evoke.measure;

import evoke.runtime.Mutation;
import evoke.runtime.TestCalls;
import evoke.runtime.TraceState;
import evoke.runtime.Tracer;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * The trace of the last run, in a file that is written anew for each: predicates (id, distances to true and false, executions), lines,
 * methods, mutants (id, infection distance), calls of tests (method, whether one returned), their values (place and code) and the
 * exceptions that left them (method, whether thrown explicitly, classes), each after their number.
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
        writeCalls(out);
        file.setLength(0);
        file.seek(0);
        file.write(bytes.toByteArray());
    }

    private static void writeCalls(DataOutputStream out) throws IOException {
        out.writeInt(TestCalls.called.size());
        for (Integer method : TestCalls.called) {
            out.writeInt(method);
            out.writeInt(TestCalls.returned.contains(method) ? 1 : 0);
        }
        out.writeInt(TestCalls.values.size());
        for (Long value : TestCalls.values) {
            out.writeLong(value);
        }
        out.writeInt(TestCalls.escapes.size());
        for (TestCalls.Escape escape : TestCalls.escapes) {
            out.writeInt(escape.method);
            out.writeInt(escape.isExplicit ? 1 : 0);
            writeSuperclasses(out, escape.type);
        }
    }

    /** Names of the class and of those that it extends, each in UTF-8 after its length. */
    private static void writeSuperclasses(DataOutputStream out, Class<?> type) throws IOException {
        int count = 0;
        for (Class<?> it = type; it != null; it = it.getSuperclass()) {
            count++;
        }
        out.writeInt(count);
        for (Class<?> it = type; it != null; it = it.getSuperclass()) {
            byte[] name = it.getName().getBytes(StandardCharsets.UTF_8);
            out.writeInt(name.length);
            out.write(name);
        }
    }

    private static void writeIds(DataOutputStream out, int[] ids, int count) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(ids[i]);
        }
    }
}
