package shop.pricing;

public enum Rating {
    POOR, FAIR, GOOD
}
