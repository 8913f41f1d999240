package shop.pricing;

public interface Taxed {
    Money tax();
}
