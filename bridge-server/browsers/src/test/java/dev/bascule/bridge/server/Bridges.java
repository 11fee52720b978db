package dev.bascule.bridge.server;

import java.util.List;

/** Bridges over the test's own pages. */
final class Bridges {

    private Bridges() {}

    static StaticFiles pages() {
        return StaticFiles.onClassPath("dev/bascule/bridge/pages/", "runner.html");
    }

    static BridgeServer start() {
        return start(BridgeConfig.defaults());
    }

    static BridgeServer start(BridgeConfig config, List<SocketHandler> handlers) {
        return BridgeServer.start(config, handlers, pages());
    }

    static BridgeServer start(BridgeConfig config) {
        return start(config, List.of());
    }
}
