package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import org.junit.jupiter.api.Tag;

@Tag("chromium")
@Tag("full")
class ChromiumProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.chromium();
    }
}
