package options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Option {
    String[] names();

    boolean required() default false;

    Unit unit() default Unit.NONE;

    Class<? extends Converter> converter() default Converter.class;

    enum Unit {
        NONE,
        SECONDS
    }
}
