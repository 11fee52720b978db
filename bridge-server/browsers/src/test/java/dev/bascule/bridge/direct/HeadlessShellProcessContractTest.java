package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;

class HeadlessShellProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.shell();
    }
}
