package practice.owner;

import java.util.Locale;
import org.springframework.stereotype.Component;

@Component
public class OwnerMapper {
    public OwnerData toData(Owner owner) {
        Address address = owner.getAddress();
        if (address == null) {
            return new OwnerData(owner.getId(), owner.getName(), owner.getPhone(), null, null, null);
        }
        return new OwnerData(
                owner.getId(),
                owner.getName(),
                owner.getPhone(),
                address.getStreet(),
                address.getCity(),
                address.getPostCode());
    }

    public Owner toOwner(OwnerData data) {
        Address address = data.hasAddress() ? new Address(data.street(), data.city(), data.postCode()) : null;
        Owner owner = new Owner(data.name().trim(), address);
        owner.setPhone(data.phone());
        return owner;
    }

    public PetData toData(Pet pet) {
        return new PetData(pet.getId(), pet.getName(), pet.getSpecies().name().toLowerCase(Locale.ROOT), pet.getBorn());
    }

    public Pet toPet(PetData data) {
        return new Pet(data.name(), Species.valueOf(data.species().toUpperCase(Locale.ROOT)), data.born());
    }
}
