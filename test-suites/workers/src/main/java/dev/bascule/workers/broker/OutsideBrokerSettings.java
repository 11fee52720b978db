package dev.bascule.workers.broker;

import java.nio.file.Path;
import java.util.Optional;

/**
 * An Artemis that others run. Immutable.
 *
 * @param host a name or an address; IPv6 without brackets
 * @param user the coordinator's account there
 * @param password of it
 * @param fingerprint SHA-256 of its certificate in lower-case hex; empty where the system's authorities vouch for it
 * @param folder for what its administrator needs: accounts and permissions
 */
public record OutsideBrokerSettings(
        String host, int port, String user, String password, Optional<String> fingerprint, Path folder) {

    /** Without the password. */
    @Override
    public String toString() {
        return "%s on %s:%d".formatted(user, host, port);
    }
}
