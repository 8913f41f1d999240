package overriding;

/** A class that is made to be extended: what it writes depends on what its subclasses say. */
public abstract class Report {
    private final String title;

    protected Report(String title) {
        this.title = title;
    }

    protected abstract String body();

    protected int indent() {
        return 0;
    }

    protected final boolean isTitled() {
        return title != null;
    }

    public String text() {
        String text = isTitled() ? title + ": " + body() : body();
        return indent() > 2 ? "    " + text : text;
    }
}
