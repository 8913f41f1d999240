package shop.pricing;

public class Discount {
    private final int percent;

    public Discount(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("no percentage: " + percent);
        }
        this.percent = percent;
    }

    public Money of(Money price) {
        if (percent == 0) {
            return price;
        }
        return new Money(price.cents() * (100 - percent) / 100);
    }

    public boolean isFree() {
        return percent == 100;
    }
}
