package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("browser")
@Tag("native")
class InputCasesInChromiumTest extends InputCasesContract {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    InputCasesInChromiumTest() {
        super(BrowserEngine.CHROMIUM);
    }

    /** The bundled browser, which others use as well. */
    @Override
    RunEnvironment open() {
        return WARM.withBrowser();
    }
}
