package practice.visit;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/visits")
public class VisitController {
    private final VisitService service;

    public VisitController(VisitService service) {
        this.service = service;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    public VisitData plan(@RequestBody VisitRequest request) {
        return service.plan(request);
    }

    @PutMapping("/{id}/{state}")
    public VisitData move(@PathVariable long id, @PathVariable String state, @RequestParam(defaultValue = "") String note) {
        return service.move(id, VisitState.valueOf(state.toUpperCase().replace('-', '_')), note);
    }

    @GetMapping
    public List<VisitData> inState(@RequestParam(defaultValue = "PLANNED") VisitState state) {
        return service.inState(state);
    }
}
