package dev.bascule.workers.broker;

import java.nio.file.Path;
import java.security.KeyStore;

/**
 * Where a broker listens, and what it keeps where. Immutable.
 *
 * @param bind the interface to listen on
 * @param port 0 for a free one
 * @param folder for its journal, paging and large messages
 * @param keys one private key and its certificate
 * @param password of the key
 */
public record BrokerSettings(String bind, int port, Path folder, KeyStore keys, char[] password) {}
