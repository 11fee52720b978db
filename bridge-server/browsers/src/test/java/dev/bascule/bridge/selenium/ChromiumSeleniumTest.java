package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("chromedriver")
@Tag("full")
class ChromiumSeleniumTest extends SeleniumContract {
    ChromiumSeleniumTest() {
        super(BrowserFamily.CHROMIUM);
    }
}
