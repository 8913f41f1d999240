package evoke.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** Writes objects to streams and reads them back. In the emitted test class stands what this does. */
public final class Serialization {
    private Serialization() {}

    /** What is read of an object that was written. */
    public static Object copyBySerialization(Object original) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(original);
        }
        ClassLoader loader = original == null ? null : original.getClass().getClassLoader();
        return new Input(new ByteArrayInputStream(bytes.toByteArray()), loader).readObject();
    }

    /** Finds classes where a test would, whose class loader is that of the nearest caller; here it is the JVM's own. */
    private static final class Input extends ObjectInputStream {
        private final ClassLoader loader;

        Input(InputStream input, ClassLoader loader) throws IOException {
            super(input);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(description);
            }
        }
    }
}
