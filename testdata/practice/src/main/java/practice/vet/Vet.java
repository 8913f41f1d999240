package practice.vet;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.EnumSet;
import java.util.Set;

@Entity
public class Vet {
    @Id
    @GeneratedValue
    private Long id;

    private String name;
    private boolean onLeave;

    @ElementCollection
    private Set<Specialty> specialties = EnumSet.noneOf(Specialty.class);

    protected Vet() {}

    public Vet(String name) {
        this.name = name;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public boolean isOnLeave() {
        return onLeave;
    }

    public void setOnLeave(boolean onLeave) {
        this.onLeave = onLeave;
    }

    public Set<Specialty> getSpecialties() {
        return specialties;
    }

    public boolean canTreat(Specialty needed) {
        return !onLeave && (needed == Specialty.GENERAL || specialties.contains(needed));
    }
}
