package network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Can be opened once the server has greeted. */
public class Mailbox {
    private SocketFactory factory = SocketFactory.getDefault();
    private Socket socket;

    public void setSocketFactory(SocketFactory factory) {
        this.factory = factory;
    }

    /** Waits for the greeting. */
    public void connect() throws IOException {
        Socket connected = factory.createSocket();
        connected.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 143));
        if (!Answers.isGreeting(Answers.next(connected.getInputStream()))) {
            throw new IOException("no greeting");
        }
        socket = connected;
    }

    /** The second line that the server says. */
    public boolean open(char name) throws IOException {
        socket.getOutputStream().write(name);
        return Answers.isGreeting(Answers.next(socket.getInputStream()));
    }
}
