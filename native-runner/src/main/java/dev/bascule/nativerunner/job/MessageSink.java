package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Packet;

/** The sink of a runner's packets. Thread-safe; keeps the order. */
@FunctionalInterface
public interface MessageSink {

    void send(Packet packet);
}
