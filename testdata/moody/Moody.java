package moody;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

public class Moody {
    private final long created = System.currentTimeMillis();

    public long getCreated() {
        return created;
    }

    public long age() {
        return System.currentTimeMillis() - created;
    }

    public int yearOfDate() {
        return new Date().getYear();
    }

    public int partOfCalendar(int part) {
        switch (part) {
            case 1:
                return Calendar.getInstance().get(Calendar.MONTH);
            case 2:
                return Calendar.getInstance().get(Calendar.DAY_OF_WEEK);
            case 3:
                return Calendar.getInstance().get(Calendar.HOUR_OF_DAY);
            case 4:
                return Calendar.getInstance().get(Calendar.MINUTE);
            case 5:
                return Calendar.getInstance().get(Calendar.SECOND);
            default:
                return Calendar.getInstance().get(Calendar.MILLISECOND);
        }
    }

    public String today() {
        return LocalDate.now().toString();
    }

    public String instant() {
        return Instant.now().toString();
    }

    public String zone() {
        return ZoneId.systemDefault().getId();
    }

    public long nanos() {
        return System.nanoTime();
    }

    public int random() {
        return new Random().nextInt();
    }

    public double mathRandom() {
        return Math.random();
    }

    public long threadLocal() {
        return ThreadLocalRandom.current().nextLong();
    }

    public long secure() {
        return new SecureRandom().nextLong();
    }

    public String uuid() {
        return UUID.randomUUID().toString();
    }

    public String order() {
        return Set.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten").toString();
    }

    public int identity() {
        return System.identityHashCode(new Object());
    }

    /** Depends on nothing, so that there is something to assert. */
    public int twice(int number) {
        return 2 * number;
    }
}
