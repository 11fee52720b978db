package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which browsers. */
public final class BrowserOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BROWSERS,
                        Keys.BROWSER_BINARY,
                        Keys.LAUNCHER,
                        Keys.GRID,
                        Keys.BRIDGE_HOST,
                        Keys.GPU,
                        Keys.BUILD)
                .each(
                        Keys.BROWSER_FLAGS,
                        "--browser-flag",
                        "FLAG",
                        "One more flag for browsers of the Chromium family; may be given again.");
    }

    public Flags flags() {
        return flags;
    }
}
