package shop.orders;

public final class OrderNumber {
    private OrderNumber() {
    }

    public static boolean isValid(String text) {
        if (text == null || text.length() != 6 || text.charAt(0) != 'B') {
            return false;
        }
        int sum = 0;
        for (int i = 1; i < 5; i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return false;
            }
            sum += digit - '0';
        }
        return sum % 10 == text.charAt(5) - '0';
    }
}
