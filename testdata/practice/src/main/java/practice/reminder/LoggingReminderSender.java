package practice.reminder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

@Component
public class LoggingReminderSender implements ReminderSender {
    private static final Logger LOG = LoggerFactory.getLogger(LoggingReminderSender.class);

    @Override
    public boolean send(Reminder reminder) {
        if (reminder.to() == null) {
            LOG.warn("nobody to remind of {}", reminder.text());
            return false;
        }
        LOG.info("to {}: {}", reminder.to(), reminder.text());
        return true;
    }
}
