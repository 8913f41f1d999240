package practice.visit;

import java.time.LocalDateTime;

public class NoSlotException extends RuntimeException {
    private final LocalDateTime at;

    public NoSlotException(LocalDateTime at, String why) {
        super(why);
        this.at = at;
    }

    public LocalDateTime getAt() {
        return at;
    }
}
