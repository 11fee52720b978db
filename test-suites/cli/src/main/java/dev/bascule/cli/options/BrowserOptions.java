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
                        "Which browsers take part (default: auto, for each backend the best that truly runs it).")
                .add(Keys.BROWSER_BINARY)
                .add(Keys.LAUNCHER, "How browsers are started (default: the best way there is for each).")
                .add(
                        Keys.GRID,
                        "A Selenium Grid whose browsers take part; with --browsers all beside those of this machine.")
                .add(
                        Keys.BRIDGE_HOST,
                        "The address that browsers on other machines reach this one by (default: loopback only).")
                .add(
                        Keys.GPU,
                        "Whether browsers use the machine's GPU or a software one (default: auto, by what there is).")
                .add(
                        Keys.BUILD,
                        "The build of onnxruntime-web that pages load; ort.all has the JSEP kernels of WebGPU (default: each"
                                + " backend's best).")
                .add(
                        Keys.ENGINE_VERSION,
                        "The version of onnxruntime-web that pages load; bascule install onnxruntime-web@VERSION fetches it"
                                + " (default: the bundled one).")
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
