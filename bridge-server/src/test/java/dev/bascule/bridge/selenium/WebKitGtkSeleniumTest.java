package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;

class WebKitGtkSeleniumTest extends SeleniumContract {
    WebKitGtkSeleniumTest() {
        super(BrowserFamily.WEBKITGTK);
    }
}
