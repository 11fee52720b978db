package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;

class FirefoxSeleniumTest extends SeleniumContract {
    FirefoxSeleniumTest() {
        super(BrowserFamily.FIREFOX);
    }
}
