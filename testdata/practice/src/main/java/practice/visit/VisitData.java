package practice.visit;

import java.time.LocalDateTime;

public record VisitData(Long id, String pet, String vet, LocalDateTime at, String state) {
    public static VisitData of(Visit visit) {
        String vet = visit.getVet() == null ? "nobody yet" : visit.getVet().getName();
        return new VisitData(visit.getId(), visit.getPet().getName(), vet, visit.getAt(), visit.getState().name());
    }
}
