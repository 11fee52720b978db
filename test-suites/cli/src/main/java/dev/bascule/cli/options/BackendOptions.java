package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import java.util.List;
import picocli.CommandLine.Option;

/** Which cases, on which backends. */
public final class BackendOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--filter",
            paramLabel = "GLOB",
            description = "Only cases whose id (suite:path:case;k=v) matches; without a colon, whose model does."
                    + " May be repeated.")
    private List<String> filters = List.of();

    @Option(
            names = "--backends",
            paramLabel = "ID,…",
            description =
                    "Backends that are each measured on their own, or none (default: webgpu,webnn,wasm,cpu; bascule list"
                            + " backends has the others); chains keep what is left of them.")
    void backends(String text) {
        flags.add(Keys.BACKENDS, "--backends", text);
    }

    @Option(
            names = "--webnn-device",
            paramLabel = "DEVICE",
            description = "Device to ask WebNN for: auto, cpu, gpu or npu (default: auto). What is granted is held"
                    + " against the browser's CPU.")
    void webNnDevice(String text) {
        flags.add(Keys.WEBNN_DEVICE, "--webnn-device", text);
    }

    public Flags flags() {
        return flags;
    }

    public List<String> filters() {
        return List.copyOf(filters);
    }
}
