package practice.owner;

import org.springframework.stereotype.Component;

@Component
public class PhoneNumbers {
    public String normal(String typed) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < typed.length(); i++) {
            char character = typed.charAt(i);
            if (Character.isDigit(character) || character == '+' && digits.length() == 0) {
                digits.append(character);
            } else if (" -/()".indexOf(character) < 0) {
                throw new IllegalArgumentException("not part of a phone number: " + character);
            }
        }
        if (digits.length() < 4) {
            throw new IllegalArgumentException("too short");
        }
        return digits.toString();
    }
}
