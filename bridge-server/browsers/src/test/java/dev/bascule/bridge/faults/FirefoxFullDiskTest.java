package dev.bascule.bridge.faults;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.discovery.BrowserInstallation;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("full")
class FirefoxFullDiskTest extends FullDiskContract {
    @Override
    BrowserInstallation browser() {
        return RealBrowsers.firefox();
    }
}
