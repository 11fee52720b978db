package dev.bascule.cli.options;

import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import picocli.CommandLine.Option;

/** Which browsers. */
public final class BrowserOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--browsers",
            paramLabel = "auto|none|all|NAME,…",
            description = "Which browsers take part (default: auto, for each backend the best that truly runs it).")
    void browsers(String text) {
        flags.add(Key.BROWSERS, "--browsers", text);
    }

    @Option(
            names = "--browser-binary",
            paramLabel = "PATH",
            description = "A browser's executable to use instead of those found.")
    void browserBinary(String text) {
        flags.add(Key.BROWSER_BINARY, "--browser-binary", text);
    }

    public Flags flags() {
        return flags;
    }
}
