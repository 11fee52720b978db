package dev.bascule.bridge.direct;

import org.junit.jupiter.api.Tag;

@Tag("browser")
class ShellKilledHostTest extends KilledHostContract {
    ShellKilledHostTest() {
        super("shell", "--type=renderer", "INT");
    }
}
