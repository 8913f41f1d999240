package shapes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Generic, with nested types, varargs, checked exceptions and package-private members. */
public class Basket<T extends Comparable<T>> {
    /** How full a basket is. */
    public enum Fill { EMPTY, PARTIAL, FULL }

    private final List<T> items = new ArrayList<>();
    private final int capacity;
    public int price;

    public Basket(int capacity) {
        this.capacity = capacity;
    }

    @SafeVarargs
    public static <E extends Comparable<E>> Basket<E> of(E... items) {
        Basket<E> basket = new Basket<>(items.length);
        for (E item : items) {
            basket.add(item);
        }
        return basket;
    }

    public boolean add(T item) {
        if (items.size() >= capacity) {
            return false;
        }
        return items.add(item);
    }

    public void addAll(Collection<? extends T> more) throws IOException {
        for (T item : more) {
            if (!add(item)) {
                throw new IOException("basket is full");
            }
        }
    }

    public Fill fill() {
        if (items.isEmpty()) {
            return Fill.EMPTY;
        }
        return items.size() < capacity ? Fill.PARTIAL : Fill.FULL;
    }

    public T largest() {
        T largest = null;
        for (T item : items) {
            if (largest == null || item.compareTo(largest) > 0) {
                largest = item;
            }
        }
        return largest;
    }

    int[] prices(int... factors) {
        int[] prices = new int[factors.length];
        for (int i = 0; i < factors.length; i++) {
            prices[i] = factors[i] * price;
        }
        return prices;
    }

    static String describe(Fill fill, char mark, byte[] raw) {
        switch (fill) {
            case EMPTY:
                return "empty";
            case FULL:
                return raw.length > 2 ? "full" + mark : "full";
            default:
                return "some";
        }
    }

    /** A place in the basket. */
    public class Slot {
        private final int index;

        public Slot(int index) {
            this.index = index;
        }

        public T item() {
            return index < items.size() ? items.get(index) : null;
        }
    }
}
