package practice.owner;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDate;
import java.time.Period;

@Entity
public class Pet {
    @Id
    @GeneratedValue
    private Long id;

    private String name;
    private LocalDate born;
    private double weight;

    @Enumerated(EnumType.STRING)
    private Species species;

    @ManyToOne
    private Owner owner;

    protected Pet() {}

    public Pet(String name, Species species, LocalDate born) {
        this.name = name;
        this.species = species;
        this.born = born;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public Species getSpecies() {
        return species;
    }

    public LocalDate getBorn() {
        return born;
    }

    public double getWeight() {
        return weight;
    }

    public void setWeight(double weight) {
        if (weight <= 0 || weight > 120) {
            throw new IllegalArgumentException("not the weight of a pet: " + weight);
        }
        this.weight = weight;
    }

    public Owner getOwner() {
        return owner;
    }

    public void setOwner(Owner owner) {
        this.owner = owner;
    }

    public int ageOn(LocalDate day) {
        if (born == null || day.isBefore(born)) {
            return 0;
        }
        return Period.between(born, day).getYears();
    }

    public boolean isSenior(LocalDate day) {
        int limit = species == Species.DOG ? 8 : species == Species.CAT ? 11 : 5;
        return ageOn(day) >= limit;
    }
}
