package network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Asks once. */
public class Client {
    private final SocketFactory factory;

    public Client(SocketFactory factory) {
        this.factory = factory;
    }

    public String ask(char question) throws IOException {
        Socket socket = factory.createSocket();
        socket.setSoTimeout(100);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7));
        socket.getOutputStream().write(question);
        int answer = socket.getInputStream().read();
        if (answer < 0) {
            return "nobody";
        }
        return answer == '!' ? "yes" : "no";
    }
}
