package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;

class FirefoxProcessContractTest extends ProcessContract {
    @Override
    BrowserInstallation installation() {
        return RealBrowsers.firefox();
    }
}
