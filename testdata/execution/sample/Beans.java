package sample;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Registers beans under the first name that is free, and never takes them away. */
public final class Beans implements BeansMBean {
    private Beans() {}

    /** How many names it took to find a free one. */
    public static int register() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (int number = 1; ; number++) {
            try {
                server.registerMBean(new Beans(), new ObjectName("sample:name=bean" + number));
                return number;
            } catch (InstanceAlreadyExistsException taken) {
                // The next one may be free.
            }
        }
    }
}
