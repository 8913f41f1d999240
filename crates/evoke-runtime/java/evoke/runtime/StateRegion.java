package evoke.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Copies of what is reached from one place, as a class's static fields, and was not reached from an earlier one. */
final class StateRegion {
    /** So many objects are looked at, whether they change or not. */
    private static final int MAX_OBJECTS = 10_000;
    /** A region that was found unchanged so often in a row is not looked at before every test. */
    private static final int TRUSTED_AFTER = 64;

    /** All objects that are in a region, those of regions that are too large included. */
    private final Map<Object, Boolean> known;
    /** The root comes first. */
    private final List<StateCopy> copies = new ArrayList<StateCopy>();
    /** By copy: what its object held when the initialisers under way began; null where that was the copy. */
    private StateCopy[] before = {};

    private final int maxWeight;

    private int weight;
    private int objects;
    private boolean isTooLarge;
    private int unchanged;
    private int rest;

    /** Begins with the root, whose copy this is. Where it leads to more than so much, nothing but the root is set back. */
    StateRegion(StateCopy root, int maxWeight, Map<Object, Boolean> known) {
        this.maxWeight = maxWeight;
        this.known = known;
        add(root);
        explore(root);
    }

    int weight() {
        return weight;
    }

    /** Sets everything back; one that hardly ever changes only once in so many tests. */
    void restore(int period) {
        if (unchanged >= TRUSTED_AFTER && --rest > 0) {
            return;
        }
        rest = period;
        restore();
    }

    /** Sets everything back. */
    void restore() {
        boolean changed = false;
        for (int i = 0; i < copies.size(); i++) {
            changed |= copies.get(i).restore();
        }
        unchanged = changed ? 0 : unchanged + 1;
    }

    /** Class initialisers are about to run: what they change is to stay. */
    void beginInitializers() {
        before = new StateCopy[copies.size()];
        for (int i = 0; i < before.length; i++) {
            StateCopy copy = copies.get(i);
            before[i] = copy.isCurrent() ? null : copy.retaken();
        }
    }

    /** Whether they changed an object, other than the root, that the test had changed already. */
    boolean isContested() {
        for (int i = 1; i < before.length; i++) {
            if (before[i] != null && !before[i].isCurrent()) {
                return true;
            }
        }
        return false;
    }

    /** The initialisers are over. What they changed is as it should be; with {@code all} so is what the test changed before. */
    void endInitializers(boolean all) {
        for (int i = 0; i < before.length && i < copies.size(); i++) {
            StateCopy copy = copies.get(i);
            if (copy.isCurrent()) {
                continue;
            }
            if (before[i] == null || all) {
                replace(i, copy.retaken());
            } else if (i == 0) {
                replace(i, copy.withChangesSince(before[i]));
            }
        }
        before = new StateCopy[0];
    }

    private void replace(int position, StateCopy copy) {
        copies.set(position, copy);
        unchanged = 0;
        explore(copy);
    }

    private void add(StateCopy copy) {
        copies.add(copy);
        weight += copy.weight();
    }

    /** Adds copies of what a copy leads to. */
    private void explore(StateCopy from) {
        if (isTooLarge) {
            return;
        }
        ArrayDeque<Object> open = new ArrayDeque<Object>();
        from.collect(open);
        while (!open.isEmpty()) {
            Object object = open.poll();
            StateCopy copy = known.containsKey(object) ? null : StateCopy.of(object);
            if (copy == null) {
                continue;
            }
            known.put(object, Boolean.TRUE);
            if (copy.weight() > 0) {
                add(copy);
            }
            if (weight > maxWeight || ++objects > MAX_OBJECTS) {
                giveUp();
                return;
            }
            copy.collect(open);
        }
    }

    private void giveUp() {
        isTooLarge = true;
        StateCopy root = copies.get(0);
        copies.clear();
        weight = 0;
        add(root);
    }
}
