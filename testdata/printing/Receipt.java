package printing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/** Says what was bought in every way but by returning it. */
public class Receipt {
    private final int total;

    public Receipt(int total) {
        this.total = total;
    }

    public void print() {
        if (total > 100) {
            System.out.println("Thank you!");
        }
        System.out.println("Total: " + total);
    }

    public void warn() {
        if (total < 0) {
            System.err.println("Negative: " + total);
        }
    }

    public void writeTo(PrintWriter writer) {
        writer.print(total > 10 ? "large" : "small");
    }

    public void save(OutputStream stream) throws IOException {
        stream.write(total % 2 == 0 ? 'e' : 'o');
    }
}
