package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Packet;

/** Where a runner's packets leave. Thread-safe; keeps the order. */
@FunctionalInterface
public interface Outlet {

    void send(Packet packet);
}
