package dev.bascule.bridge.faults;

import dev.bascule.bridge.direct.ProcessHosts;
import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("full")
class FirefoxBrokenSocketTest extends BrokenSocketContract {
    @Override
    PageHosts hosts(LaunchOptions options) {
        return new ProcessHosts(RealBrowsers.firefox(), options);
    }
}
