package practice.billing;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;

@Service
public class InvoiceService {
    private final InvoiceRepository invoices;
    private final DiscountPolicy discounts;
    private final Clock clock;

    public InvoiceService(InvoiceRepository invoices, DiscountPolicy discounts, Clock clock) {
        this.invoices = invoices;
        this.discounts = discounts;
        this.clock = clock;
    }

    public InvoiceData issue(String owner, Map<Treatment, Integer> treatments) {
        if (treatments.isEmpty()) {
            throw new IllegalArgumentException("nothing was done");
        }
        Invoice invoice = new Invoice(owner, LocalDate.now(clock));
        treatments.forEach(invoice::add);
        return data(invoices.save(invoice));
    }

    public InvoiceData pay(long id) {
        Invoice invoice = invoices.findById(id).orElseThrow(() -> new IllegalArgumentException("no such invoice"));
        if (!invoice.isPaid()) {
            invoice.pay(LocalDate.now(clock));
            invoices.save(invoice);
        }
        return data(invoice);
    }

    public List<InvoiceData> overdue(int days) {
        LocalDate today = LocalDate.now(clock);
        return invoices.findByPaidIsNull().stream()
                .filter(invoice -> invoice.isOverdue(today, days))
                .map(this::data)
                .toList();
    }

    private InvoiceData data(Invoice invoice) {
        int earlier = invoices.findByOwner(invoice.getOwner()).size();
        Money total = discounts.reduced(invoice.total(), earlier);
        return new InvoiceData(invoice.getId(), invoice.getOwner(), total.toString(), invoice.isPaid());
    }
}
