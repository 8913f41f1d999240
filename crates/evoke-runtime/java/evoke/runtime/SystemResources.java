package evoke.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;

/**
 * In place of the methods of {@link ClassLoader} of the same names. Where several modules of the JDK have a resource of the name, as all have a
 * {@code module-info.class}, which of them is found is not said anywhere, and is another one in some JVMs. Here it is the first by name or, where
 * classes tell their members the other way round, the last.
 */
public final class SystemResources {
    private SystemResources() {}

    public static URL getSystemResource(String name) {
        URL found = ClassLoader.getSystemResource(name);
        return isOfModule(found) ? outermost(name, found) : found;
    }

    public static InputStream getSystemResourceAsStream(String name) {
        URL url = getSystemResource(name);
        try {
            return url == null ? null : url.openStream();
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static URL outermost(String name, URL found) {
        URL outermost = found;
        try {
            Enumeration<URL> all = ClassLoader.getSystemResources(name);
            while (all.hasMoreElements()) {
                URL url = all.nextElement();
                int order = url.toString().compareTo(outermost.toString());
                boolean isFurther = DeclaredOrder.isReversed ? order > 0 : order < 0;
                outermost = isOfModule(url) && isFurther ? url : outermost;
            }
        } catch (IOException unreadable) {
            // What was found is there.
        }
        return outermost;
    }

    private static boolean isOfModule(URL url) {
        return url != null && url.getProtocol().equals("jrt");
    }
}
