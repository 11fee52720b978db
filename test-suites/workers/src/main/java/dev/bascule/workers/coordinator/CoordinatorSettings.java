package dev.bascule.workers.coordinator;

import dev.bascule.workers.broker.OutsideBrokerSettings;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a coordinator listens and what it keeps. Immutable.
 *
 * @param bind the interface to listen on, such as {@code 127.0.0.1} or {@code 0.0.0.0}
 * @param port 0 for a free one
 * @param announced the host that join addresses name
 * @param folder for the broker's journal, blobs and results; its own, and nobody else's
 * @param keys a key store with one private key and its certificate
 * @param password of the key store's key
 * @param outside the broker that others run; the interface, the port and the keys are of no use then
 * @param keep how long a run that is over stays, fetched or not
 */
public record CoordinatorSettings(
        String bind,
        int port,
        String announced,
        Path folder,
        KeyStore keys,
        char[] password,
        PoolLimits limits,
        Duration keep,
        Optional<OutsideBrokerSettings> outside) {
    /** How long a run that is over is kept where nobody says. */
    public static final Duration USUALLY_KEPT = Duration.ofDays(30);

    public CoordinatorSettings {
        password = password.clone();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return outside.map(broker -> "coordinator behind %s in %s".formatted(broker, folder))
                .orElseGet(() -> "coordinator on %s:%d in %s".formatted(bind, port, folder));
    }
}
