package capable;

/** Sends texts to what may be able to do more than take them. */
public class Sender {
    public interface Target {
        int send(String text);
    }

    public interface Limited {
        int limit();
    }

    public interface Closing {
        boolean closes();
    }

    public int send(Target target, String text) {
        if (target instanceof Limited && text.length() > ((Limited) target).limit()) {
            return -1;
        }
        int sent;
        try {
            sent = target.send(text);
        } catch (UnsupportedOperationException e) {
            return text.isEmpty() ? -2 : -3;
        }
        return target instanceof Closing && ((Closing) target).closes() ? -4 : sent;
    }
}
