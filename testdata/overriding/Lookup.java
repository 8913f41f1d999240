package overriding;

/** An interface that decides by a method which it implements itself, and which only an implementation can have decide otherwise. */
public interface Lookup {
    int at(String key);

    default boolean knows(String key) {
        return true;
    }

    default int atOr(String key, int other) {
        int found = at(key);
        return found != 0 || knows(key) ? found : other;
    }
}
