package clinic;

import java.util.List;
import java.util.Optional;

public class OwnerController {
    private final OwnerRepository owners;

    public OwnerController(OwnerRepository owners) {
        this.owners = owners;
    }

    public String show(int id) {
        Optional<Owner> owner = owners.findById(id);
        if (owner == null || !owner.isPresent()) {
            return "notFound";
        }
        return owner.get().getCity() == null ? "ownerWithoutCity" : "owner";
    }

    public String search(String lastName) {
        List<Owner> found = owners.findByLastName(lastName);
        if (found.isEmpty()) {
            return owners.isEmpty() ? "welcome" : "findOwners";
        }
        return found.size() == 1 ? "redirect:/owners/" + found.get(0).getId() : "ownersList";
    }

    public String move(Owner owner, String city) {
        if (owners.countByCity(city) > 100) {
            throw new IllegalArgumentException(city + " is full");
        }
        owner.setCity(city);
        Owner saved = owners.save(owner);
        return saved == owner ? "moved" : "copied";
    }

    public int waitForOwners() {
        int asked = 1;
        while (owners.count() < 2) {
            asked++;
        }
        return asked;
    }
}
