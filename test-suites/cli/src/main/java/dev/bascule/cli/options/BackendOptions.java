package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which cases, on which backends. */
public final class BackendOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--filter",
            paramLabel = "GLOB",
            description = "Only cases whose id (suite:path:case;k=v) matches; without a colon, whose model does."
                    + " May be repeated.")
    private List<String> filters = List.of();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BACKENDS,
                        "Backends that are each measured on their own, or none (default: webgpu,webnn,wasm,cpu; bascule list"
                                + " backends has the others); chains keep what is left of them.")
                .add(
                        Keys.WEBNN_DEVICE,
                        "Device to ask WebNN for: auto, cpu, gpu or npu (default: auto). What is granted is held against the"
                                + " browser's CPU.");
    }

    public Flags flags() {
        return flags;
    }

    public List<String> filters() {
        return List.copyOf(filters);
    }
}
