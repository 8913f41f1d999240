package shop.orders;

import shop.pricing.Money;

public class Line {
    private final String article;
    private final int count;
    private final Money price;

    public Line(String article, int count, Money price) {
        if (article == null || article.isEmpty()) {
            throw new IllegalArgumentException("no article");
        }
        this.article = article;
        this.count = count;
        this.price = price;
    }

    public String article() {
        return article;
    }

    public Money total() {
        return price.times(count);
    }
}
