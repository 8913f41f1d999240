package shapes;

/** A shape with an area. */
public abstract class Shape {
    private final String name;

    protected Shape(String name) {
        this.name = name;
    }

    public abstract double area();

    public String getName() {
        return name;
    }

    public boolean isLarger(Shape other) {
        if (other == null) {
            return true;
        }
        return area() > other.area();
    }
}
