package practice.owner;

public class OwnerNotFoundException extends RuntimeException {
    private final long id;

    public OwnerNotFoundException(long id) {
        super("there is no owner " + id);
        this.id = id;
    }

    public long getId() {
        return id;
    }
}
