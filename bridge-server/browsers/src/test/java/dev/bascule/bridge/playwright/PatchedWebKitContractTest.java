package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("playwright-webkit")
class PatchedWebKitContractTest extends PatchedBuildContract {
    PatchedWebKitContractTest() {
        super(BrowserFamily.WEBKIT);
    }
}
