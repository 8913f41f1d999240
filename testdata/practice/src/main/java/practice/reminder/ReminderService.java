package practice.reminder;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Service;
import practice.PracticeSettings;

@Service
public class ReminderService {
    private final ReminderSender sender;
    private final PracticeSettings settings;

    public ReminderService(ReminderSender sender, PracticeSettings settings) {
        this.sender = sender;
        this.settings = settings;
    }

    public List<Reminder> remind(String to, List<Vaccination> vaccinations, LocalDate today) {
        List<Reminder> unsent = new ArrayList<>();
        for (Vaccination vaccination : vaccinations) {
            LocalDate due = vaccination.due();
            if (due.isAfter(today.plusDays(settings.getReminderDays()))) {
                continue;
            }
            String when = due.isBefore(today) ? "was due on " : "is due on ";
            Reminder reminder = new Reminder(to, "vaccination of " + vaccination.petName() + " " + when + due, today);
            if (!sender.send(reminder)) {
                unsent.add(reminder);
            }
        }
        return unsent;
    }
}
