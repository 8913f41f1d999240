package practice.owner;

import java.util.List;
import org.springframework.stereotype.Service;

@Service
public class OwnerService {
    private final OwnerRepository owners;
    private final OwnerMapper mapper;
    private final PhoneNumbers phoneNumbers;

    public OwnerService(OwnerRepository owners, OwnerMapper mapper, PhoneNumbers phoneNumbers) {
        this.owners = owners;
        this.mapper = mapper;
        this.phoneNumbers = phoneNumbers;
    }

    public List<OwnerData> search(String start) {
        List<Owner> found = start == null || start.isBlank()
                ? owners.findAll()
                : owners.findByNameStartingWithIgnoreCase(start.trim());
        return found.stream().map(mapper::toData).toList();
    }

    public OwnerData find(long id) {
        return mapper.toData(owner(id));
    }

    public OwnerData register(OwnerData data) {
        Owner owner = mapper.toOwner(data);
        if (owner.getPhone() != null) {
            owner.setPhone(phoneNumbers.normal(owner.getPhone()));
            if (owners.findByPhone(owner.getPhone()).isPresent()) {
                throw new IllegalStateException("this phone number is known");
            }
        }
        return mapper.toData(owners.save(owner));
    }

    public PetData addPet(long id, PetData data) {
        Owner owner = owner(id);
        Pet pet = mapper.toPet(data);
        owner.addPet(pet);
        owners.save(owner);
        return mapper.toData(pet);
    }

    private Owner owner(long id) {
        return owners.findById(id).orElseThrow(() -> new OwnerNotFoundException(id));
    }
}
