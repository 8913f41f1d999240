package options;

public class NumberConverter extends Converter {
    @Override
    public Object convert(String text) {
        return text.length();
    }
}
