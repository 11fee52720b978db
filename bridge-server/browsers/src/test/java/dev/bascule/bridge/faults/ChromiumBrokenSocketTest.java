package dev.bascule.bridge.faults;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import org.junit.jupiter.api.Tag;

@Tag("browser")
@Tag("full")
class ChromiumBrokenSocketTest extends BrokenSocketContract {
    @Override
    PageHosts hosts(LaunchOptions options) {
        return new PlaywrightHosts(RealBrowsers.shell(), options);
    }
}
