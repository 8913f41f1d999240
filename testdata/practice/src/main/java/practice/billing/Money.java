package practice.billing;

import java.util.Locale;

public record Money(long cents) implements Comparable<Money> {
    public static final Money NOTHING = new Money(0);

    public Money {
        if (cents < 0) {
            throw new IllegalArgumentException("less than nothing");
        }
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(cents, other.cents));
    }

    public Money share(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("no share: " + percent);
        }
        return new Money((cents * percent + 50) / 100);
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(cents, other.cents);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }
}
