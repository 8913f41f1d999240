package practice.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

@Component
public class RequestIdFilter extends OncePerRequestFilter {
    static final String HEADER = "X-Request-Id";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String given = request.getHeader(HEADER);
        response.setHeader(HEADER, isUsable(given) ? given : UUID.randomUUID().toString());
        chain.doFilter(request, response);
    }

    static boolean isUsable(String id) {
        return id != null && id.length() <= 64 && id.chars().allMatch(it -> it == '-' || Character.isLetterOrDigit(it));
    }
}
