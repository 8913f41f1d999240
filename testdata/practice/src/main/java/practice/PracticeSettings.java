package practice;

import java.time.Duration;
import java.time.LocalTime;
import org.springframework.boot.context.properties.ConfigurationProperties;

@ConfigurationProperties("practice")
public class PracticeSettings {
    private LocalTime opens = LocalTime.of(8, 0);
    private LocalTime closes = LocalTime.of(18, 0);
    private Duration slot = Duration.ofMinutes(20);
    private int reminderDays = 14;

    public LocalTime getOpens() {
        return opens;
    }

    public void setOpens(LocalTime opens) {
        this.opens = opens;
    }

    public LocalTime getCloses() {
        return closes;
    }

    public void setCloses(LocalTime closes) {
        this.closes = closes;
    }

    public Duration getSlot() {
        return slot;
    }

    public void setSlot(Duration slot) {
        if (slot.isNegative() || slot.isZero()) {
            throw new IllegalArgumentException("a slot takes some time");
        }
        this.slot = slot;
    }

    public int getReminderDays() {
        return reminderDays;
    }

    public void setReminderDays(int reminderDays) {
        this.reminderDays = reminderDays;
    }
}
