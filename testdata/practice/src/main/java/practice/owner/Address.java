package practice.owner;

import jakarta.persistence.Embeddable;
import java.util.Objects;

@Embeddable
public class Address {
    private String street;
    private String city;
    private String postCode;

    protected Address() {}

    public Address(String street, String city, String postCode) {
        this.street = street;
        this.city = city;
        this.postCode = postCode;
    }

    public String getStreet() {
        return street;
    }

    public String getCity() {
        return city;
    }

    public String getPostCode() {
        return postCode;
    }

    public String inOneLine() {
        if (postCode == null || postCode.isBlank()) {
            return street + ", " + city;
        }
        return street + ", " + postCode + " " + city;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address that
                && Objects.equals(street, that.street)
                && Objects.equals(city, that.city)
                && Objects.equals(postCode, that.postCode);
    }

    @Override
    public int hashCode() {
        return Objects.hash(street, city, postCode);
    }
}
