package practice.owner;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.validation.constraints.NotBlank;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@Entity
public class Owner {
    @Id
    @GeneratedValue
    private Long id;

    @NotBlank
    private String name;

    private String phone;

    @Embedded
    private Address address;

    @OneToMany(mappedBy = "owner", cascade = CascadeType.ALL)
    private List<Pet> pets = new ArrayList<>();

    protected Owner() {}

    public Owner(String name, Address address) {
        this.name = name;
        this.address = address;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getPhone() {
        return phone;
    }

    public void setPhone(String phone) {
        this.phone = phone;
    }

    public Address getAddress() {
        return address;
    }

    public void setAddress(Address address) {
        this.address = address;
    }

    public List<Pet> getPets() {
        return pets;
    }

    public void addPet(Pet pet) {
        if (findPet(pet.getName()).isPresent()) {
            throw new IllegalStateException(name + " has a pet named " + pet.getName());
        }
        pet.setOwner(this);
        pets.add(pet);
    }

    public Optional<Pet> findPet(String petName) {
        return pets.stream().filter(pet -> pet.getName().equalsIgnoreCase(petName)).findFirst();
    }
}
