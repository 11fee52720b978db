package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("full")
class FirefoxProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.firefox();
    }
}
