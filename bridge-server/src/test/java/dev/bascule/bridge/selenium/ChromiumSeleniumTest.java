package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;

class ChromiumSeleniumTest extends SeleniumContract {
    ChromiumSeleniumTest() {
        super(BrowserFamily.CHROMIUM);
    }
}
