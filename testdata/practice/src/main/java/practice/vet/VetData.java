package practice.vet;

import java.util.List;

public record VetData(Long id, String name, List<String> specialties, boolean available) {}
