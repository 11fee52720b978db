package dev.bascule.bridge.direct;

import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("full")
class FirefoxKilledHostTest extends KilledHostContract {
    FirefoxKilledHostTest() {
        super("firefox", "firefox", "TERM");
    }
}
