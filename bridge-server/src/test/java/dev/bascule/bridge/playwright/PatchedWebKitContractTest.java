package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserFamily;

class PatchedWebKitContractTest extends PatchedBuildContract {
    PatchedWebKitContractTest() {
        super(BrowserFamily.WEBKIT);
    }
}
