package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;

class ChromiumProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.chromium();
    }
}
