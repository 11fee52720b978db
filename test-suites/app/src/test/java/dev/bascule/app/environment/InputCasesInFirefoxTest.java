package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserEngine;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("native")
@Tag("full")
class InputCasesInFirefoxTest extends InputCasesContract {
    InputCasesInFirefoxTest() {
        super(BrowserEngine.GECKO);
    }
}
