package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("geckodriver")
@Tag("full")
class FirefoxSeleniumLifeTest extends SeleniumLifeContract {
    FirefoxSeleniumLifeTest() {
        super(BrowserFamily.FIREFOX);
    }
}
