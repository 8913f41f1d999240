package views;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Values by name, which interfaces of the user's show. */
public class Settings {
    private final Map<String, Object> values = new HashMap<>();

    /** An object whose getters and setters stand for the values. */
    public <T> T as(Class<T> view) {
        Class<?>[] interfaces = {view};
        return view.cast(Proxy.newProxyInstance(view.getClassLoader(), interfaces, new Answers()));
    }

    private class Answers implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            String name = method.getName();
            if (name.startsWith("set")) {
                values.put(name.substring(3), arguments[0]);
                return null;
            }
            if (name.startsWith("get") && arguments == null) {
                return values.get(name.substring(3));
            }
            throw new UnsupportedOperationException(name);
        }
    }
}
