package practice.owner;

import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/owners")
public class OwnerController {
    private final OwnerService service;

    public OwnerController(OwnerService service) {
        this.service = service;
    }

    @GetMapping
    public List<OwnerData> search(@RequestParam(required = false) String name) {
        return service.search(name);
    }

    @GetMapping("/{id}")
    public OwnerData find(@PathVariable long id) {
        return service.find(id);
    }

    @PostMapping
    public ResponseEntity<OwnerData> register(@Valid @RequestBody OwnerData data) {
        OwnerData registered = service.register(data);
        return ResponseEntity.created(URI.create("/owners/" + registered.id())).body(registered);
    }

    @PostMapping("/{id}/pets")
    public PetData addPet(@PathVariable long id, @RequestBody PetData data) {
        return service.addPet(id, data);
    }
}
