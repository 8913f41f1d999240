package shop.pricing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MoneyTest {
    @Test
    void prints() {
        assertEquals("1.05", new Money(105).toString());
    }
}
