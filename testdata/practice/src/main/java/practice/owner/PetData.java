package practice.owner;

import java.time.LocalDate;

public record PetData(Long id, String name, String species, LocalDate born) {}
