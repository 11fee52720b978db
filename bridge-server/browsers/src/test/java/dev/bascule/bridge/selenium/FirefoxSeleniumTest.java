package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("geckodriver")
@Tag("full")
class FirefoxSeleniumTest extends SeleniumContract {
    FirefoxSeleniumTest() {
        super(BrowserFamily.FIREFOX);
    }
}
