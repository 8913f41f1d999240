package shop.orders;

import java.util.ArrayList;
import java.util.List;
import shop.pricing.Discount;
import shop.pricing.Money;

public class Order {
    private final List<Line> lines = new ArrayList<>();
    private OrderState state = OrderState.OPEN;

    public void add(Line line) {
        if (state != OrderState.OPEN) {
            throw new IllegalStateException("the order is " + state);
        }
        lines.add(line);
    }

    public Money total(Discount discount) {
        Money sum = new Money(0);
        for (Line line : lines) {
            sum = sum.plus(line.total());
        }
        if (lines.size() > 2 && sum.cents() > 10_000) {
            return discount.of(sum);
        }
        return sum;
    }

    public OrderState advance() {
        if (!lines.isEmpty()) {
            state = state.next();
        }
        return state;
    }
}
