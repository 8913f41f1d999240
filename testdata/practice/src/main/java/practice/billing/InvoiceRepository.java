package practice.billing;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface InvoiceRepository extends JpaRepository<Invoice, Long> {
    List<Invoice> findByOwner(String owner);

    List<Invoice> findByPaidIsNull();
}
