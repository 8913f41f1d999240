package practice.owner;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

public record OwnerData(
        Long id, @NotBlank String name, @Size(max = 20) String phone, String street, String city, String postCode) {
    public boolean hasAddress() {
        return street != null && city != null;
    }
}
