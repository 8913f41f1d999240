package evoke.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * Makes every test find what it would find in a fresh JVM: static fields, what is reached from them, and what belongs to the
 * thread are set back to what they were when the classes had been initialised.
 *
 * <p>Nothing is run again for that. When an initialiser is over, what its class's static fields hold and lead to is copied,
 * object by object, and before a test each object gets back what it held. So objects stay the same ones, final fields are
 * never written, and no initialiser that registers its class somewhere does so twice.
 *
 * <p>What initialisers change elsewhere stays, unless the test that brought them about had changed the same objects
 * before: then it is not known which is whose, and all of it stays. What is not looked at is in {@link ObjectLayout}; a region
 * that is too large is left as it is.
 */
final class StaticState {
    /** What is compared before a test on average when nothing changes, in fields. */
    private static final int WEIGHT_OF_TEST = 4096;
    /** Of one region. */
    private static final int MAX_WEIGHT = 8_000;
    /** Of all regions; of those that come later only the roots are set back. */
    private static final int MAX_TOTAL_WEIGHT = 40_000;

    private static boolean isActive;
    /** Whether classes are only noted, for {@link #remember}. */
    private static boolean isGathering;
    private static final List<StateRegion> REGIONS = new ArrayList<StateRegion>();
    private static final Map<Object, Boolean> KNOWN = new IdentityHashMap<Object, Boolean>();
    /** Classes that have been initialised, or are being, and have no region yet. */
    private static final List<Class<?>> INITIALIZED = new ArrayList<Class<?>>();
    /** Classes without an initialiser that have no region yet. */
    private static final List<Class<?>> WITHOUT_INITIALIZER = new ArrayList<Class<?>>();

    private static volatile boolean isWaiting;
    private static int weight;
    /** So many regions come first that are no class's of the user. */
    private static int regionsOfJdk;

    private StaticState() {}

    /** From now on classes have regions. */
    static void activate() {
        isActive = true;
    }

    /** From now on it is known which classes can have regions. Nothing else is done for them, and nothing set back, before {@link #remember}. */
    static void gather() {
        isGathering = true;
    }

    /** What static fields hold now, and lead to, is what later tests find. */
    static void remember() {
        isActive |= isGathering;
        isGathering = false;
        keep();
    }

    /** Another class loader begins: what the classes of the one before hold is no longer of interest. */
    static void forget() {
        synchronized (INITIALIZED) {
            INITIALIZED.clear();
            WITHOUT_INITIALIZER.clear();
        }
        REGIONS.clear();
        KNOWN.clear();
        weight = 0;
        regionsOfJdk = 0;
    }

    /** Sets everything back. To be called by the thread that runs tests, before each. */
    static void restore() {
        Thread.interrupted();
        if (!isActive) {
            return;
        }
        if (regionsOfJdk == 0) {
            addRegionsOfJdk();
        }
        int period = 1 + weight / WEIGHT_OF_TEST;
        for (int i = 0; i < REGIONS.size(); i++) {
            REGIONS.get(i).restore(period);
        }
        if (isWaiting) {
            addRegions(false);
        }
    }

    /**
     * What static fields hold now, and lead to, is what later tests find: a test has computed at length what all others share. What
     * belongs to the thread is set back all the same.
     */
    static void keep() {
        if (!isActive) {
            return;
        }
        if (regionsOfJdk == 0) {
            addRegionsOfJdk();
        }
        if (isWaiting) {
            addRegions(true);
        }
        weight = 0;
        for (int i = 0; i < REGIONS.size(); i++) {
            StateRegion region = REGIONS.get(i);
            if (i >= regionsOfJdk) {
                region.beginInitializers();
                region.endInitializers(true);
            }
            weight += region.weight();
        }
    }

    /** Sets everything back, what hardly ever changes too: a test was stopped in the middle of what it did. */
    static void undo() {
        if (!isActive) {
            return;
        }
        for (int i = 0; i < REGIONS.size(); i++) {
            REGIONS.get(i).restore();
        }
        if (isWaiting) {
            addRegions(false);
        }
    }

    /** A class was loaded that has no initialiser. */
    static void loaded(Class<?> type) {
        if (isActive || isGathering) {
            enqueue(type, WITHOUT_INITIALIZER);
        }
    }

    /** The initialiser of a class begins. */
    static void initialized(Class<?> type) {
        if (isActive || isGathering) {
            enqueue(type, INITIALIZED);
        }
    }

    /** On the thread that runs tests an initialiser begins that is not part of another. */
    static void beginInitializers() {
        if (isActive) {
            try {
                for (int i = 0; i < REGIONS.size(); i++) {
                    REGIONS.get(i).beginInitializers();
                }
            } catch (Throwable interrupted) {
                giveUp();
            }
        }
    }

    /** It is over. */
    static void endInitializers() {
        if (isActive) {
            try {
                keepChanges();
                addRegions(true);
            } catch (Throwable interrupted) {
                giveUp();
            }
        }
    }

    /**
     * Memory is short, or the watchdog found that it took too long. It must not be the initialiser that fails for it; the watchdog
     * comes again.
     */
    private static void giveUp() {
        isActive = false;
        forget();
    }

    private static void keepChanges() {
        boolean isContested = false;
        for (int i = 0; i < REGIONS.size() && !isContested; i++) {
            isContested = REGIONS.get(i).isContested();
        }
        weight = 0;
        for (int i = 0; i < REGIONS.size(); i++) {
            REGIONS.get(i).endInitializers(isContested);
            weight += REGIONS.get(i).weight();
        }
    }

    private static void enqueue(Class<?> type, List<Class<?>> list) {
        synchronized (INITIALIZED) {
            list.add(type);
            isWaiting = true;
        }
    }

    /**
     * Gives a region to each class that waits for one. Where initialisers have run, they may have assigned fields of classes that
     * have none; else only a test can have done that, and it is undone.
     */
    private static void addRegions(boolean afterInitializers) {
        Class<?>[] initialized;
        Class<?>[] others;
        // Looking at a class may load others, which then wait in turn.
        synchronized (INITIALIZED) {
            isWaiting = false;
            initialized = INITIALIZED.toArray(new Class<?>[0]);
            others = WITHOUT_INITIALIZER.toArray(new Class<?>[0]);
            INITIALIZED.clear();
            WITHOUT_INITIALIZER.clear();
        }
        for (Class<?> type : initialized) {
            addRegion(REGIONS.size(), new StateCopy.OfFields(type, ObjectLayout.ofStatics(type)));
        }
        for (Class<?> type : others) {
            ObjectLayout layout = ObjectLayout.ofStatics(type);
            StateCopy root = afterInitializers
                    ? new StateCopy.OfFields(type, layout)
                    : StateCopy.OfFields.unassigned(type, layout);
            root.restore();
            addRegion(REGIONS.size(), root);
        }
    }

    private static void addRegion(int position, StateCopy root) {
        int maxWeight = Math.min(MAX_WEIGHT, MAX_TOTAL_WEIGHT - weight);
        StateRegion region = new StateRegion(root, maxWeight, KNOWN);
        if (region.weight() > 0) {
            REGIONS.add(position, region);
            weight += region.weight();
        }
    }

    /** What tests may change through the JDK alone: variables of the thread, language and time zone, system properties. */
    private static void addRegionsOfJdk() {
        // These are set when they are asked for.
        Locale.getDefault(Locale.Category.DISPLAY);
        Locale.getDefault(Locale.Category.FORMAT);
        TimeZone.getDefault();
        int others = REGIONS.size();
        addRegion(0, new StateCopy.OfFields(
                Thread.currentThread(),
                ObjectLayout.ofNamed(Thread.class, "threadLocals", "inheritableThreadLocals", "contextClassLoader")));
        addRegion(0, new StateCopy.OfFields(
                Locale.class,
                ObjectLayout.ofNamed(Locale.class, "defaultLocale", "defaultDisplayLocale", "defaultFormatLocale")));
        addRegion(0, new StateCopy.OfFields(
                TimeZone.class, ObjectLayout.ofNamed(TimeZone.class, "defaultTimeZone")));
        addRegion(0, new StateCopy.OfFields(System.class, ObjectLayout.ofNamed(System.class, "props")));
        regionsOfJdk = REGIONS.size() - others;
    }
}
