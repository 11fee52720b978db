package dev.bascule.bridge.server;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.tls.TlsIdentity;
import java.time.Duration;
import java.util.Optional;

/**
 * How the bridge is set up.
 *
 * @param host address to bind to; off loopback the bridge answers to all names of this machine
 * @param port port to bind to; 0 takes a free one
 * @param limits what one client may cost
 * @param requests by HTTP that are answered to one address in ten seconds
 * @param grace how long a runner whose socket closed may take to come back
 * @param pingEvery how often an open socket is pinged; there is no idle time-out, for a runner may compute for long
 * @param engine the version of onnxruntime-web that pages load; the bundled one where empty
 * @param tls with it, the bridge speaks TLS on that address, and plainly on a loopback port of its own for this machine
 */
public record BridgeConfig(
        String host,
        int port,
        BridgeLimits limits,
        int requests,
        Duration grace,
        Duration pingEvery,
        Optional<EnginePackage> engine,
        Optional<TlsIdentity> tls) {

    /** A page needs a dozen, and a machine opens some pages a second at most. */
    private static final int REQUESTS = 3_000;

    /** Loopback only, a free port, 5 s to come back, a ping each 20 s, no TLS. */
    public static BridgeConfig defaults() {
        return new BridgeConfig(
                "127.0.0.1",
                0,
                BridgeLimits.defaults(),
                REQUESTS,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                Optional.empty(),
                Optional.empty());
    }

    public BridgeConfig withHost(String other) {
        return new BridgeConfig(other, port, limits, requests, grace, pingEvery, engine, tls);
    }

    public BridgeConfig withLimits(BridgeLimits other) {
        return new BridgeConfig(host, port, other, requests, grace, pingEvery, engine, tls);
    }

    public BridgeConfig withRequests(int other) {
        return new BridgeConfig(host, port, limits, other, grace, pingEvery, engine, tls);
    }

    public BridgeConfig withPort(int other) {
        return new BridgeConfig(host, other, limits, requests, grace, pingEvery, engine, tls);
    }

    public BridgeConfig withGrace(Duration other) {
        return new BridgeConfig(host, port, limits, requests, other, pingEvery, engine, tls);
    }

    public BridgeConfig withTls(TlsIdentity identity) {
        return new BridgeConfig(host, port, limits, requests, grace, pingEvery, engine, Optional.of(identity));
    }

    public BridgeConfig withEngine(EnginePackage other) {
        return new BridgeConfig(host, port, limits, requests, grace, pingEvery, Optional.of(other), tls);
    }
}
