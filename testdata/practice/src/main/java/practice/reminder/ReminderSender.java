package practice.reminder;

public interface ReminderSender {
    boolean send(Reminder reminder);
}
