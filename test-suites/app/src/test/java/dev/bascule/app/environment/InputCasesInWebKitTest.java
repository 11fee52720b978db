package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserEngine;
import org.junit.jupiter.api.Tag;

@Tag("webkitgtk")
@Tag("native")
@Tag("full")
class InputCasesInWebKitTest extends InputCasesContract {
    InputCasesInWebKitTest() {
        super(BrowserEngine.WEBKIT);
    }
}
