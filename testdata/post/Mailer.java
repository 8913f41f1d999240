package post;

public interface Mailer {
    boolean isOpen();

    int waiting();

    String name();

    void send(String reader, String text);
}
