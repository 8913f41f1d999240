package practice.billing;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

@Entity
public class Invoice {
    @Id
    @GeneratedValue
    private Long id;

    private String owner;
    private LocalDate issued;
    private LocalDate paid;

    @ElementCollection
    private List<InvoiceLine> lines = new ArrayList<>();

    protected Invoice() {}

    public Invoice(String owner, LocalDate issued) {
        this.owner = owner;
        this.issued = issued;
    }

    public Long getId() {
        return id;
    }

    public String getOwner() {
        return owner;
    }

    public LocalDate getIssued() {
        return issued;
    }

    public List<InvoiceLine> getLines() {
        return List.copyOf(lines);
    }

    public void add(Treatment treatment, int count) {
        if (isPaid()) {
            throw new IllegalStateException("it is paid");
        }
        lines.add(new InvoiceLine(treatment, count));
    }

    public Money total() {
        return lines.stream().map(InvoiceLine::total).reduce(Money.NOTHING, Money::plus);
    }

    public boolean isPaid() {
        return paid != null;
    }

    public void pay(LocalDate day) {
        if (day.isBefore(issued)) {
            throw new IllegalArgumentException("paid before it was issued");
        }
        paid = day;
    }

    public boolean isOverdue(LocalDate day, int days) {
        return !isPaid() && issued.plusDays(days).isBefore(day);
    }
}
