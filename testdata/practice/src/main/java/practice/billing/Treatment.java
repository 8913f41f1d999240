package practice.billing;

public enum Treatment {
    CHECK_UP(3500),
    VACCINATION(4800),
    X_RAY(9000),
    OPERATION(42000);

    private final long cents;

    Treatment(long cents) {
        this.cents = cents;
    }

    public Money price() {
        return new Money(cents);
    }
}
