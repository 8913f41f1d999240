package practice.reminder;

import java.time.LocalDate;
import practice.owner.Species;

public record Vaccination(String petName, Species species, LocalDate given) {
    public LocalDate due() {
        return switch (species) {
            case DOG, CAT -> given.plusYears(1);
            case RABBIT -> given.plusMonths(6);
            case BIRD -> LocalDate.MAX;
        };
    }
}
