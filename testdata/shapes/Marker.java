package shapes;

/** Nothing to call. */
public interface Marker {}
