package frozen;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class Thermometer implements Serializable {
    private static final long serialVersionUID = 1;

    private final String place;
    private transient int[] degrees = new int[4];
    private transient int count;

    public Thermometer(String place) {
        this.place = place;
    }

    public void record(int degree) {
        if (count < degrees.length) {
            degrees[count++] = degree;
        }
    }

    public int highest() {
        int highest = Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            highest = Math.max(highest, degrees[i]);
        }
        return highest;
    }

    public int getCount() {
        return count;
    }

    private Object writeReplace() {
        return count == 0 ? new Unused(place) : this;
    }

    private void writeObject(ObjectOutputStream output) throws IOException {
        output.defaultWriteObject();
        output.writeInt(count);
        for (int i = 0; i < count; i++) {
            output.writeInt(degrees[i]);
        }
    }

    private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
        input.defaultReadObject();
        degrees = new int[4];
        int written = input.readInt();
        for (int i = 0; i < written; i++) {
            int degree = input.readInt();
            if (degree < -273) {
                throw new InvalidObjectException("colder than can be");
            }
            record(degree);
        }
    }

    /** What is written in the place of one that has recorded nothing. */
    private static final class Unused implements Serializable {
        private static final long serialVersionUID = 1;

        private final String place;

        Unused(String place) {
            this.place = place;
        }

        private Object readResolve() {
            return new Thermometer(place == null ? "nowhere" : place);
        }
    }
}
