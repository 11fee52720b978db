package dev.bascule.workers;

import java.nio.file.Path;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;

/** An Artemis of others, as a process: {@code FOLDER}, with its {@code broker.xml} and {@code login.config}. Ends with its stdin. */
final class OutsideBrokerMain {
    private OutsideBrokerMain() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        System.setProperty(
                "java.security.auth.login.config",
                folder.resolve("login.config").toString());
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ()
                .setConfigResourcePath(folder.resolve("broker.xml").toUri().toString())
                .setSecurityManager(new ActiveMQJAASSecurityManager("outside"))
                .start();
        while (System.in.read() >= 0) {
            // Until whoever started it is gone.
        }
        broker.stop();
    }
}
