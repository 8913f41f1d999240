/** Inherits a default method and calls it. */
public class CityTariff implements Tariff {
    @Override
    public int base(int weight) {
        return weight < 5 ? 1 : 3;
    }

    public int total(int weight, boolean returns) {
        if (returns) {
            return 2 * price(weight);
        }
        return 0;
    }
}
