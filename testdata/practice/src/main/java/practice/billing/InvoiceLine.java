package practice.billing;

import jakarta.persistence.Embeddable;

@Embeddable
public class InvoiceLine {
    private Treatment treatment;
    private int count;

    protected InvoiceLine() {}

    public InvoiceLine(Treatment treatment, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at least one");
        }
        this.treatment = treatment;
        this.count = count;
    }

    public Treatment getTreatment() {
        return treatment;
    }

    public int getCount() {
        return count;
    }

    public Money total() {
        Money total = Money.NOTHING;
        for (int i = 0; i < count; i++) {
            total = total.plus(treatment.price());
        }
        return total;
    }
}
