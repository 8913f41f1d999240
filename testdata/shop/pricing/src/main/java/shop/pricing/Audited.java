package shop.pricing;

public @interface Audited {
    String by() default "nobody";
}
