package practice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class PracticeApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(PracticeApplication.class, arguments);
    }
}
