package practice.visit;

import java.time.LocalDateTime;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import practice.vet.Vet;

public interface VisitRepository extends JpaRepository<Visit, Long> {
    List<Visit> findByVetAndAtBetween(Vet vet, LocalDateTime from, LocalDateTime to);

    List<Visit> findByState(VisitState state);
}
