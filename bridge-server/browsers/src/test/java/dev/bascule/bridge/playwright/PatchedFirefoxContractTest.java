package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("playwright-firefox")
class PatchedFirefoxContractTest extends PatchedBuildContract {
    PatchedFirefoxContractTest() {
        super(BrowserFamily.FIREFOX);
    }
}
