package practice.visit;

import java.util.Locale;
import org.springframework.stereotype.Component;
import practice.vet.Specialty;

@Component
public class SpecialtyFinder {
    public Specialty forReason(String reason) {
        String lower = reason == null ? "" : reason.toLowerCase(Locale.ROOT);
        if (lower.contains("tooth") || lower.contains("teeth")) {
            return Specialty.DENTISTRY;
        }
        if (lower.contains("x-ray") || lower.startsWith("broken")) {
            return Specialty.RADIOLOGY;
        }
        return lower.endsWith("operation") ? Specialty.SURGERY : Specialty.GENERAL;
    }
}
