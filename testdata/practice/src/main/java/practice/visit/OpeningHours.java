package practice.visit;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.springframework.stereotype.Component;
import practice.PracticeSettings;

@Component
public class OpeningHours {
    private final PracticeSettings settings;

    public OpeningHours(PracticeSettings settings) {
        this.settings = settings;
    }

    public boolean isOpen(LocalDateTime at) {
        if (at.getDayOfWeek() == DayOfWeek.SUNDAY) {
            return false;
        }
        LocalTime closes = at.getDayOfWeek() == DayOfWeek.SATURDAY ? LocalTime.NOON : settings.getCloses();
        LocalTime time = at.toLocalTime();
        return !time.isBefore(settings.getOpens()) && time.isBefore(closes);
    }

    public LocalDateTime startOfSlot(LocalDateTime at) {
        long slot = settings.getSlot().toMinutes();
        long minute = at.getHour() * 60L + at.getMinute();
        long start = minute / slot * slot;
        return at.toLocalDate().atTime((int) (start / 60), (int) (start % 60));
    }
}
