package practice.vet;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/vets")
public class VetController {
    private final VetService service;

    public VetController(VetService service) {
        this.service = service;
    }

    @GetMapping
    public List<VetData> all() {
        return service.all();
    }

    @PutMapping("/{id}/leave")
    public ResponseEntity<Void> leave(@PathVariable long id) {
        return service.sendOnLeave(id)
                ? ResponseEntity.noContent().build()
                : ResponseEntity.status(HttpStatus.CONFLICT).build();
    }
}
