package clinic;

import java.util.Collection;
import java.util.List;
import java.util.Map;

public interface OwnerRepository extends CrudRepository<Owner, Integer> {
    List<Owner> findByLastName(String lastName);

    List<Owner> findByLastNameStartingWith(String prefix);

    List<Owner> findByCity(String city);

    List<Owner> findByCityAndLastName(String city, String lastName);

    List<Owner> findByCityIn(Collection<String> cities);

    Owner findFirstByLastName(String lastName);

    Owner findFirstByCity(String city);

    Owner findTopByOrderById();

    int countByCity(String city);

    int countByLastName(String lastName);

    boolean existsByLastName(String lastName);

    boolean existsByCity(String city);

    Map<String, Integer> citiesWithCounts();

    List<String> findCities();

    List<String> findLastNames();

    int deleteByCity(String city);

    int updateCity(String from, String to);

    void refresh(Owner owner);

    void flush();

    default boolean isEmpty() {
        return count() == 0;
    }
}
