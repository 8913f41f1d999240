package practice.visit;

public enum VisitState {
    PLANNED,
    UNDER_WAY,
    DONE,
    CANCELLED;

    public boolean canBecome(VisitState next) {
        return switch (this) {
            case PLANNED -> next == UNDER_WAY || next == CANCELLED;
            case UNDER_WAY -> next == DONE;
            case DONE, CANCELLED -> false;
        };
    }
}
