package shop.pricing;

public class TaxTable {
    public int percent(String country) {
        switch (country) {
            case "DE":
                return 19;
            case "FR":
                return 20;
            case "HU":
                return 27;
            default:
                return country.length() == 2 ? 0 : -1;
        }
    }
}
