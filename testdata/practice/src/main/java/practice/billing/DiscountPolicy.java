package practice.billing;

import org.springframework.stereotype.Component;

@Component
public class DiscountPolicy {
    public int percent(Money total, int earlierInvoices) {
        int percent = 0;
        if (total.compareTo(new Money(50000)) >= 0) {
            percent += 5;
        }
        if (earlierInvoices >= 10) {
            percent += 5;
        } else if (earlierInvoices >= 3) {
            percent += 2;
        }
        return percent;
    }

    public Money reduced(Money total, int earlierInvoices) {
        return total.share(100 - percent(total, earlierInvoices));
    }
}
