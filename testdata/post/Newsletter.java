package post;

public class Newsletter {
    private final Mailer mailer;

    public Newsletter(Mailer mailer) {
        this.mailer = mailer;
    }

    public void announce(String title, String reader) {
        if (!reader.isEmpty()) {
            mailer.send(reader, "New: " + title);
        }
    }
}
