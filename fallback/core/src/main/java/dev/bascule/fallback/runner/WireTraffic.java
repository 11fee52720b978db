package dev.bascule.fallback.runner;

/**
 * Bytes of the frames of a runner's connection, as the host counted them: what is in them, without the headers of WebSocket and TCP. What
 * went again after a connection broke counts again. Immutable.
 *
 * @param sent to the runner
 * @param received of it
 */
public record WireTraffic(long sent, long received) {

    /** What came since then. */
    public WireTraffic since(WireTraffic before) {
        return new WireTraffic(sent - before.sent, received - before.received);
    }

    public WireTraffic plus(WireTraffic more) {
        return new WireTraffic(sent + more.sent, received + more.received);
    }
}
