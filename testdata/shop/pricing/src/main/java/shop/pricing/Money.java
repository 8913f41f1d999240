package shop.pricing;

public final class Money {
    private final long cents;

    public Money(long cents) {
        this.cents = cents;
    }

    public long cents() {
        return cents;
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(cents, other.cents));
    }

    public Money times(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("negative count");
        }
        return new Money(Math.multiplyExact(cents, (long) count));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money && ((Money) other).cents == cents;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cents);
    }

    @Override
    public String toString() {
        return cents / 100 + "." + cents % 100 / 10 + cents % 10;
    }
}
