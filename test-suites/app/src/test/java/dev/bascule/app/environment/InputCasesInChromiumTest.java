package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserEngine;
import org.junit.jupiter.api.Tag;

@Tag("browser")
@Tag("native")
class InputCasesInChromiumTest extends InputCasesContract {
    InputCasesInChromiumTest() {
        super(BrowserEngine.CHROMIUM);
    }
}
