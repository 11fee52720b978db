package dev.bascule.bridge.playwright;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import java.util.concurrent.CountDownLatch;

/** A host that launches a browser and then waits until it is interrupted; run in a JVM of its own. */
final class InterruptedHost {
    static final String READY = "ready";

    private InterruptedHost() {}

    public static void main(String[] args) throws InterruptedException {
        BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
        RealBrowser.started(RealBrowser.launcher(bridge).launch(bridge, RealBrowser.LIMIT));
        System.out.println(READY);
        new CountDownLatch(1).await();
    }
}
