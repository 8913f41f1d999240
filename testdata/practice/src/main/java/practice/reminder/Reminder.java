package practice.reminder;

import java.time.LocalDate;

public record Reminder(String to, String text, LocalDate on) {}
