package shop.orders;

public enum OrderState {
    OPEN, PAID, SENT;

    public OrderState next() {
        return this == SENT ? SENT : values()[ordinal() + 1];
    }
}
