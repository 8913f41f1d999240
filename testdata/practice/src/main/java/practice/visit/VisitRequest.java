package practice.visit;

import java.time.LocalDateTime;

public record VisitRequest(long petId, LocalDateTime at, String reason) {}
