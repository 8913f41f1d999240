package options;

public class Converter {
    public Object convert(String text) {
        return text;
    }
}
