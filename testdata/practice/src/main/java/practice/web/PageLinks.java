package practice.web;

import java.util.LinkedHashMap;
import java.util.Map;

public class PageLinks {
    private final String path;
    private final int pages;

    public PageLinks(String path, int items, int size) {
        if (items < 0 || size < 1) {
            throw new IllegalArgumentException("no page has " + size + " of " + items);
        }
        this.path = path;
        this.pages = (items + size - 1) / size;
    }

    public Map<String, String> of(int page) {
        Map<String, String> links = new LinkedHashMap<>();
        if (page > 0) {
            links.put("first", link(0));
            links.put("previous", link(Math.min(page, pages) - 1));
        }
        if (page < pages - 1) {
            links.put("next", link(page + 1));
            links.put("last", link(pages - 1));
        }
        return links;
    }

    private String link(int page) {
        return path + (path.indexOf('?') < 0 ? "?" : "&") + "page=" + page;
    }
}
