package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** Which browsers. */
public final class BrowserOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--browsers",
            paramLabel = "auto|none|all|NAME,…",
            description = "Which browsers take part (default: auto, for each backend the best that truly runs it).")
    void browsers(String text) {
        flags.add(Keys.BROWSERS, "--browsers", text);
    }

    @Option(
            names = "--browser-binary",
            paramLabel = "PATH",
            description = "A browser's executable to use instead of those found.")
    void browserBinary(String text) {
        flags.add(Keys.BROWSER_BINARY, "--browser-binary", text);
    }

    @Option(
            names = "--launcher",
            paramLabel = "playwright|selenium|process",
            description = "How browsers are started (default: the best way there is for each).")
    void launcher(String text) {
        flags.add(Keys.LAUNCHER, "--launcher", text);
    }

    @Option(
            names = "--grid",
            paramLabel = "URL",
            description = "A Selenium Grid whose browsers take part; with --browsers all beside those of this machine.")
    void grid(String text) {
        flags.add(Keys.GRID, "--grid", text);
    }

    @Option(
            names = "--bridge-host",
            paramLabel = "ADDRESS",
            description = "The address that browsers on other machines reach this one by (default: loopback only).")
    void bridgeHost(String text) {
        flags.add(Keys.BRIDGE_HOST, "--bridge-host", text);
    }

    @Option(
            names = "--gpu",
            paramLabel = "auto|hardware|software",
            description = "Whether browsers use the machine's GPU or a software one (default: auto, by what there is).")
    void gpu(String text) {
        flags.add(Keys.GPU, "--gpu", text);
    }

    @Option(
            names = "--browser-flag",
            paramLabel = "FLAG",
            description = "One more flag for browsers of the Chromium family; may be given again.")
    void browserFlag(String text) {
        flags.add(Keys.BROWSER_FLAGS, "--browser-flag", text);
    }

    @Option(
            names = "--build",
            paramLabel = "ort.wasm|ort.jspi|ort.webgpu|ort.all",
            description = "The build of onnxruntime-web that pages load; ort.all has the JSEP kernels of WebGPU"
                    + " (default: each backend's best).")
    void build(String text) {
        flags.add(Keys.BUILD, "--build", text);
    }

    public Flags flags() {
        return flags;
    }
}
