/** Its default method is inherited, and calls what others declare. */
public interface Tariff {
    int base(int weight);

    default int price(int weight) {
        if (weight > 20) {
            return base(weight) * 2;
        }
        return base(weight);
    }
}
