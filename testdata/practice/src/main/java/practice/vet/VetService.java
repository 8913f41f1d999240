package practice.vet;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

@Service
public class VetService {
    private final VetRepository vets;

    public VetService(VetRepository vets) {
        this.vets = vets;
    }

    public List<VetData> all() {
        return vets.findAll().stream().sorted(Comparator.comparing(Vet::getName)).map(this::data).toList();
    }

    public Optional<Vet> whoCanTreat(Specialty specialty) {
        return vets.findAll().stream()
                .filter(vet -> vet.canTreat(specialty))
                .min(Comparator.comparingInt(vet -> vet.getSpecialties().size()));
    }

    public boolean sendOnLeave(long id) {
        Optional<Vet> found = vets.findById(id);
        if (found.isEmpty() || found.get().isOnLeave()) {
            return false;
        }
        found.get().setOnLeave(true);
        vets.save(found.get());
        return true;
    }

    private VetData data(Vet vet) {
        List<String> specialties = vet.getSpecialties().stream().map(Specialty::name).sorted().toList();
        return new VetData(vet.getId(), vet.getName(), specialties, !vet.isOnLeave());
    }
}
