package dev.bascule.cli.workers;

import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.workers.coordinator.LedgerFiles;
import java.net.InetAddress;
import java.nio.file.Path;

/**
 * Where a coordinator listens and keeps what it has. Immutable.
 *
 * @param host the address to listen on
 * @param port 0 for a free one
 * @param store the file of its jobs and tokens, whole
 */
public record CoordinatorPlace(String host, int port, Path store) {
    /** Where nobody says. */
    public static final String USUAL_HOST = "127.0.0.1";

    /** Where nobody says. */
    public static final int USUAL_PORT = 7423;

    /** What it keeps beside its file. */
    Path folder() {
        return LedgerFiles.beside(store);
    }

    /** What others reach it by. */
    String announced() {
        return host.equals("0.0.0.0") || host.equals("::")
                ? OwnNames.ofThisMachine().addresses().stream()
                        .findFirst()
                        .map(InetAddress::getHostAddress)
                        .orElse("localhost")
                : host;
    }
}
