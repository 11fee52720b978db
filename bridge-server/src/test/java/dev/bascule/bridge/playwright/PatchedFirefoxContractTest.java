package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserFamily;

class PatchedFirefoxContractTest extends PatchedBuildContract {
    PatchedFirefoxContractTest() {
        super(BrowserFamily.FIREFOX);
    }
}
