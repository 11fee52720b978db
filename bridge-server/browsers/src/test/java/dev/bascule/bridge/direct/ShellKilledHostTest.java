package dev.bascule.bridge.direct;

import org.junit.jupiter.api.Tag;

@Tag("browser")
@Tag("full")
class ShellKilledHostTest extends KilledHostContract {
    ShellKilledHostTest() {
        super("shell", "--type=renderer", "INT");
    }
}
