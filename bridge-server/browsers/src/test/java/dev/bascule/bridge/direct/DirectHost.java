package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import java.util.concurrent.CountDownLatch;

/** A host that launches a browser and then waits until it is interrupted; run in a JVM of its own. */
final class DirectHost {
    static final String READY = "ready";

    private DirectHost() {}

    public static void main(String[] args) throws InterruptedException {
        BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
        BrowserInstallation browser = args[0].equals("firefox") ? RealBrowsers.firefox() : RealBrowsers.shell();
        LauncherContract.started(RealBrowsers.launcher(bridge, browser).launch(bridge, LauncherContract.LIMIT));
        System.out.println(READY);
        new CountDownLatch(1).await();
    }
}
