package practice.visit;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDateTime;
import practice.owner.Pet;
import practice.vet.Vet;

@Entity
public class Visit {
    @Id
    @GeneratedValue
    private Long id;

    private LocalDateTime at;
    private String reason;
    private String notes = "";
    private VisitState state = VisitState.PLANNED;

    @ManyToOne
    private Pet pet;

    @ManyToOne
    private Vet vet;

    protected Visit() {}

    public Visit(Pet pet, Vet vet, LocalDateTime at, String reason) {
        this.pet = pet;
        this.vet = vet;
        this.at = at;
        this.reason = reason;
    }

    public Long getId() {
        return id;
    }

    public LocalDateTime getAt() {
        return at;
    }

    public String getReason() {
        return reason;
    }

    public String getNotes() {
        return notes;
    }

    public Pet getPet() {
        return pet;
    }

    public Vet getVet() {
        return vet;
    }

    public VisitState getState() {
        return state;
    }

    public void become(VisitState next) {
        if (!state.canBecome(next)) {
            throw new IllegalStateException("a visit that is " + state + " cannot be " + next);
        }
        state = next;
    }

    public void note(String text) {
        if (text == null || text.isBlank()) {
            return;
        }
        notes = notes.isEmpty() ? text.strip() : notes + "\n" + text.strip();
    }
}
