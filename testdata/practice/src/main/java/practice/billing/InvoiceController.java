package practice.billing;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/invoices")
public class InvoiceController {
    private final InvoiceService service;

    public InvoiceController(InvoiceService service) {
        this.service = service;
    }

    @PostMapping
    public InvoiceData issue(@RequestParam String owner, @RequestBody Map<String, Integer> treatments) {
        Map<Treatment, Integer> known = new EnumMap<>(Treatment.class);
        treatments.forEach((name, count) -> known.merge(Treatment.valueOf(name), count, Integer::sum));
        return service.issue(owner, known);
    }

    @PutMapping("/{id}/paid")
    public InvoiceData pay(@PathVariable long id) {
        return service.pay(id);
    }

    @GetMapping("/overdue")
    public List<InvoiceData> overdue(@RequestParam(defaultValue = "30") int days) {
        return service.overdue(Math.max(days, 1));
    }
}
