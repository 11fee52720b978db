package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("chromedriver")
@Tag("full")
class ChromiumSeleniumLifeTest extends SeleniumLifeContract {
    ChromiumSeleniumLifeTest() {
        super(BrowserFamily.CHROMIUM);
    }
}
