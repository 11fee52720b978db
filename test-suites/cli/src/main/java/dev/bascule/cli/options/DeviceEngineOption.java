package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which engine the devices load. */
public final class DeviceEngineOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.ENGINE_VERSION,
                        "The version of onnxruntime-web that devices load; bascule install onnxruntime-web@VERSION fetches it"
                                + " (default: the bundled one).");
    }

    public Flags flags() {
        return flags;
    }
}
