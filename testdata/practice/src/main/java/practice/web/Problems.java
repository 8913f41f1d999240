package practice.web;

import java.time.Clock;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import practice.owner.OwnerNotFoundException;
import practice.visit.NoSlotException;

@RestControllerAdvice
public class Problems {
    private final Clock clock;

    public Problems(Clock clock) {
        this.clock = clock;
    }

    @ExceptionHandler(OwnerNotFoundException.class)
    public ResponseEntity<Problem> notFound(OwnerNotFoundException exception) {
        return problem(HttpStatus.NOT_FOUND, exception);
    }

    @ExceptionHandler({IllegalStateException.class, NoSlotException.class})
    public ResponseEntity<Problem> conflict(RuntimeException exception) {
        return problem(HttpStatus.CONFLICT, exception);
    }

    @ExceptionHandler(IllegalArgumentException.class)
    public ResponseEntity<Problem> badRequest(IllegalArgumentException exception) {
        return problem(HttpStatus.BAD_REQUEST, exception);
    }

    private ResponseEntity<Problem> problem(HttpStatus status, Exception exception) {
        String message = exception.getMessage() == null ? status.getReasonPhrase() : exception.getMessage();
        return ResponseEntity.status(status).body(new Problem(status.value(), message, clock.instant()));
    }
}
