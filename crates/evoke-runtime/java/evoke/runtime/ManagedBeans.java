package evoke.runtime;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Beans that tests have registered with the JVM's server for management, which outlives them. Code that looks for a free name there
 * ("pool1", "pool2") takes longer with each that is left.
 */
final class ManagedBeans {
    /** So many are left alone: what registers one for all tests would miss it. */
    private static final int MAX_LEFT = 32;

    private static final String PACKAGE = "javax.management.";

    /** Whether the user's code has asked for a class of the package; without that there is no server to ask, nor need the JVM have the module. */
    private static volatile boolean areExpected;

    private ManagedBeans() {}

    /** The user's code asks for a class of this name. */
    static void loading(String name) {
        if (!areExpected && name.startsWith(PACKAGE)) {
            areExpected = true;
        }
    }

    /** A test begins: if earlier ones have left many, those go. */
    static void beginTest() {
        if (areExpected) {
            try {
                Server.thinOut();
            } catch (LinkageError moduleIsMissing) {
                // It is tried again, and fails as fast.
            }
        }
    }

    /** Apart, since a JVM need not have the module. */
    private static final class Server {
        private static MBeanServer server;
        /** Those that were there when the server was seen first. */
        private static Set<ObjectName> first;

        private Server() {}

        static void thinOut() {
            if (server == null) {
                List<MBeanServer> servers = MBeanServerFactory.findMBeanServer(null);
                if (servers.isEmpty()) {
                    return;
                }
                server = servers.get(0);
                first = server.queryNames(null, null);
            }
            if (server.getMBeanCount() > first.size() + MAX_LEFT) {
                Set<ObjectName> left = new HashSet<ObjectName>(server.queryNames(null, null));
                left.removeAll(first);
                for (ObjectName name : left) {
                    remove(name);
                }
            }
        }

        /** What is removed may have code of the user's that is told so. */
        private static void remove(ObjectName name) {
            try {
                server.unregisterMBean(name);
            } catch (Exception stays) {
                // It was removed meanwhile, or does not want to be.
            } catch (Error stays) {
                // The same.
            }
        }
    }
}
