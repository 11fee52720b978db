package dev.bascule.bridge.server;

import java.time.Duration;

/**
 * How the bridge is set up.
 *
 * @param host address to bind to
 * @param port port to bind to; 0 takes a free one
 * @param limits what one client may cost
 * @param grace how long a runner whose socket closed may take to come back
 * @param pingEvery how often an open socket is pinged; there is no idle time-out, for a runner may compute for long
 * @param cacheModels whether a browser may keep model files; off, so that every fetch is a real one
 */
public record BridgeConfig(
        String host, int port, BridgeLimits limits, Duration grace, Duration pingEvery, boolean cacheModels) {

    /** Loopback only, a free port, 5 s to come back, a ping each 20 s, no caching of models. */
    public static BridgeConfig defaults() {
        return new BridgeConfig(
                "127.0.0.1", 0, BridgeLimits.defaults(), Duration.ofSeconds(5), Duration.ofSeconds(20), false);
    }

    public BridgeConfig withLimits(BridgeLimits other) {
        return new BridgeConfig(host, port, other, grace, pingEvery, cacheModels);
    }

    public BridgeConfig withPort(int other) {
        return new BridgeConfig(host, other, limits, grace, pingEvery, cacheModels);
    }

    public BridgeConfig withCachedModels(boolean wanted) {
        return new BridgeConfig(host, port, limits, grace, pingEvery, wanted);
    }
}
