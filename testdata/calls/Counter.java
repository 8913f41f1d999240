/** Calls a default method on an object that inherits it. */
public class Counter {
    public int pay(CityTariff tariff, int weight) {
        return tariff.price(weight);
    }
}
