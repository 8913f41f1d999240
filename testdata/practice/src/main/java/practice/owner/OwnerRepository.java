package practice.owner;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

public interface OwnerRepository extends JpaRepository<Owner, Long> {
    List<Owner> findByNameStartingWithIgnoreCase(String start);

    Optional<Owner> findByPhone(String phone);
}
