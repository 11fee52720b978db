package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import java.util.concurrent.CountDownLatch;

/** A host that drives a browser of the named family and then waits until it is interrupted; run in a JVM of its own. */
final class InterruptedSeleniumHost {
    static final String READY = "ready";

    private InterruptedSeleniumHost() {}

    public static void main(String[] args) throws InterruptedException {
        BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
        PageLauncher launcher = new PageLauncher(
                bridge, LocalDrivers.of(BrowserFamily.valueOf(args[0])).hosts());
        LauncherContract.started(launcher.launch(bridge, LauncherContract.LIMIT));
        System.out.println(READY);
        new CountDownLatch(1).await();
    }
}
