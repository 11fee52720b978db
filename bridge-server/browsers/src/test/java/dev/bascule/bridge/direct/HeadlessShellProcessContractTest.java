package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import org.junit.jupiter.api.Tag;

@Tag("full")
class HeadlessShellProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.shell();
    }
}
