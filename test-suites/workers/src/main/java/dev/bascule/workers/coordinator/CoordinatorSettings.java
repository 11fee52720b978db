package dev.bascule.workers.coordinator;

import java.nio.file.Path;
import java.security.KeyStore;

/**
 * Where a coordinator listens and what it keeps. Immutable.
 *
 * @param bind the interface to listen on, such as {@code 127.0.0.1} or {@code 0.0.0.0}
 * @param port 0 for a free one
 * @param announced the host that join addresses name
 * @param folder for the broker's journal, blobs and results; its own, and nobody else's
 * @param keys a key store with one private key and its certificate
 * @param password of the key store's key
 */
public record CoordinatorSettings(
        String bind, int port, String announced, Path folder, KeyStore keys, char[] password, PoolLimits limits) {
    public CoordinatorSettings {
        password = password.clone();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "coordinator on %s:%d in %s".formatted(bind, port, folder);
    }
}
