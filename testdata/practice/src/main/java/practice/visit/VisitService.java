package practice.visit;

import java.time.LocalDateTime;
import java.util.List;
import org.springframework.stereotype.Service;
import practice.PracticeSettings;
import practice.owner.Pet;
import practice.owner.PetRepository;
import practice.vet.Vet;
import practice.vet.VetService;

@Service
public class VisitService {
    private final VisitRepository visits;
    private final PetRepository pets;
    private final VetService vets;
    private final OpeningHours hours;
    private final SpecialtyFinder specialties;
    private final PracticeSettings settings;

    public VisitService(
            VisitRepository visits,
            PetRepository pets,
            VetService vets,
            OpeningHours hours,
            SpecialtyFinder specialties,
            PracticeSettings settings) {
        this.visits = visits;
        this.pets = pets;
        this.vets = vets;
        this.hours = hours;
        this.specialties = specialties;
        this.settings = settings;
    }

    public VisitData plan(VisitRequest request) {
        if (!hours.isOpen(request.at())) {
            throw new NoSlotException(request.at(), "the practice is closed");
        }
        Pet pet = pets.findById(request.petId()).orElseThrow(() -> new IllegalArgumentException("no such pet"));
        Vet vet = vets.whoCanTreat(specialties.forReason(request.reason()))
                .orElseThrow(() -> new NoSlotException(request.at(), "nobody can treat that"));
        LocalDateTime start = hours.startOfSlot(request.at());
        if (!visits.findByVetAndAtBetween(vet, start, start.plus(settings.getSlot())).isEmpty()) {
            throw new NoSlotException(start, vet.getName() + " has no time");
        }
        return VisitData.of(visits.save(new Visit(pet, vet, start, request.reason())));
    }

    public VisitData move(long id, VisitState next, String note) {
        Visit visit = visits.findById(id).orElseThrow(() -> new IllegalArgumentException("no such visit"));
        visit.become(next);
        visit.note(note);
        return VisitData.of(visits.save(visit));
    }

    public List<VisitData> inState(VisitState state) {
        return visits.findByState(state).stream().map(VisitData::of).toList();
    }
}
