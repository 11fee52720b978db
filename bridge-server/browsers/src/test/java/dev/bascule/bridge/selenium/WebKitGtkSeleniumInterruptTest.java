package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import org.junit.jupiter.api.Tag;

@Tag("webkitgtk")
@Tag("full")
class WebKitGtkSeleniumInterruptTest extends SeleniumInterruptContract {
    WebKitGtkSeleniumInterruptTest() {
        super(BrowserFamily.WEBKITGTK, "TERM");
    }
}
